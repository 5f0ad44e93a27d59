package io.snowflakeid.ledger;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads a worker id or a datacenter id from configuration, and rejects an invalid number. */
final class WorkerSource {

    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]{1,18}");

    private static final Pattern ORDINAL = Pattern.compile("0|[1-9][0-9]{0,8}");

    // the pattern excludes leading zeros, because some tools read a number with a leading zero as octal
    private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";

    private static final Pattern SUBNET =
            Pattern.compile("(" + OCTET + "(?:\\." + OCTET + "){3})/([1-9]|[12][0-9]|3[01])");

    private WorkerSource() {}

    static long number(String text, int bits, HostEnvironment host) {
        boolean isDigits = WHOLE_NUMBER.matcher(text).matches();
        long number = isDigits ? Long.parseLong(text) : sourced(text, bits, host);
        if (number >> bits != 0) {
            throw new IllegalArgumentException(text + (isDigits ? "" : " is " + number + ", which")
                    + " does not fit into " + bits + " bits (0.." + ((1L << bits) - 1)
                    + "): give this process a number of that range, or use a layout with more bits");
        }
        return number;
    }

    private static long sourced(String text, int bits, HostEnvironment host) {
        int colon = text.indexOf(':');
        String name = text.substring(colon + 1).trim();
        try {
            return switch (text.substring(0, Math.max(0, colon)).toLowerCase(Locale.ROOT)) {
                case "env" -> wholeNumber(text, host.variable(name));
                case "sysprop" -> wholeNumber(text, host.property(name));
                case "statefulset" -> ordinal(name, host.hostName());
                case "ipv4" -> hostPart(name, bits, host.addresses());
                default ->
                    throw new IllegalArgumentException("'" + text
                            + "' is no whole number and no source of one: write digits, or one of "
                            + FixedWorkerLedger.SOURCES);
            };
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    text + " cannot be read on this machine (" + e.getMessage()
                            + "): use another source; a pod's own name stands in its /etc/hosts",
                    e);
        }
    }

    private static long wholeNumber(String source, @Nullable String value) {
        String digits =
                value == null ? "" : value.trim(); // a value that was read from a file often ends in a line break
        if (!WHOLE_NUMBER.matcher(digits).matches()) {
            throw new IllegalArgumentException(
                    source + (value == null ? " is not set" : " is '" + digits + "', which is no whole number")
                            + ": set it to this process's own number");
        }
        return Long.parseLong(digits);
    }

    /** Returns the ordinal of a pod, and rejects a host name that does not belong to the StatefulSet. */
    private static long ordinal(String set, String hostName) {
        String pod = hostName.split("\\.", 2)[0];
        String prefix = set + "-";
        String ordinal = pod.startsWith(prefix) ? pod.substring(prefix.length()) : "";
        if (!ORDINAL.matcher(ordinal).matches()) {
            throw new IllegalArgumentException("host name '" + hostName + "' is not that of a pod of StatefulSet " + set
                    + ", such as " + prefix
                    + "0: run this process in that set, without host network, or name the set that it runs in");
        }
        return Long.parseLong(ordinal);
    }

    private static long hostPart(String subnet, int bits, List<InetAddress> addresses) {
        Matcher parts = SUBNET.matcher(subnet);
        if (!parts.matches()) {
            throw new IllegalArgumentException("'" + subnet
                    + "' is no IPv4 subnet of several addresses: write it like 10.1.0.0/22, without leading zeros,"
                    + " with a prefix of 1 to 31");
        }
        int hostBits = 32 - Integer.parseInt(parts.group(2));
        if (hostBits > bits) {
            throw new IllegalArgumentException(subnet + " needs " + hostBits + " bits, but there are " + bits
                    + ": name a narrower subnet that has all processes, or use a layout with more bits");
        }
        long network = 0;
        for (String octet : parts.group(1).split("\\.", -1)) {
            network = network << 8 | Long.parseLong(octet);
        }
        long prefix = network >> hostBits;
        List<InetAddress> own = addresses.stream()
                .filter(address -> !address.isLoopbackAddress()) // all machines have loopback addresses
                .toList();
        List<InetAddress> inside = own.stream()
                .filter(address -> number(address) >> hostBits == prefix)
                .toList();
        if (inside.stream().distinct().count() != 1) {
            throw new IllegalArgumentException("exactly one address of this machine must lie in " + subnet
                    + ", but it has "
                    + own.stream()
                            .map(address -> address.getHostName() + " " + address.getHostAddress())
                            .collect(Collectors.joining(", ", "[", "]"))
                    + ": name another subnet, or use another source");
        }
        return number(inside.get(0)) - (prefix << hostBits);
    }

    private static long number(InetAddress address) {
        return Integer.toUnsignedLong(ByteBuffer.wrap(address.getAddress()).getInt());
    }
}
