package io.snowflakeid.ledger;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** An IPv4 subnet, in which this machine has an address. */
record Ipv4Subnet(long network, int hostBits) {

    /** No zeros in front: some tools read those as octal. */
    private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";

    private static final Pattern FORM =
            Pattern.compile(OCTET + "\\." + OCTET + "\\." + OCTET + "\\." + OCTET + "/([1-9]|[12][0-9]|3[01])");

    static Ipv4Subnet parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("'" + text
                    + "' is no IPv4 subnet of several addresses: write it like 10.1.0.0/22, without zeros in front,"
                    + " with a prefix of 1 to 31");
        }
        long address = 0;
        for (int octet = 1; octet <= 4; octet++) {
            address = address << 8 | Long.parseLong(parts.group(octet));
        }
        int hostBits = 32 - Integer.parseInt(parts.group(5));
        Ipv4Subnet subnet = new Ipv4Subnet(address >> hostBits << hostBits, hostBits);
        if (subnet.network != address) {
            throw new IllegalArgumentException("'" + text + "' is an address, not a subnet: its subnet is " + subnet);
        }
        return subnet;
    }

    /** The lower bits of the one address that this machine has in the subnet. */
    long ownHostPart(HostEnvironment host) {
        List<InetAddress> all = addresses(host);
        List<InetAddress> inside = all.stream()
                .filter(address -> number(address) >> hostBits == network >> hostBits)
                .toList();
        long numbers = inside.stream().distinct().count();
        if (numbers == 0) {
            throw new IllegalArgumentException("no address of this machine lies in " + this + ", it has " + shown(all)
                    + ": name the subnet of its address, or use another source");
        }
        if (numbers > 1) {
            throw new IllegalArgumentException(numbers + " addresses of this machine lie in " + this + ", "
                    + shown(inside) + ", so its number is not certain: name a narrower subnet, or use another source");
        }
        return number(inside.get(0)) - network;
    }

    /** All but loopback, which every machine has alike. */
    private List<InetAddress> addresses(HostEnvironment host) {
        try {
            return host.addresses().stream()
                    .filter(address -> !address.isLoopbackAddress())
                    .toList();
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "the addresses of this machine cannot be read (" + e.getMessage() + "), so its part of " + this
                            + " is not known: use another source",
                    e);
        }
    }

    private static String shown(List<InetAddress> addresses) {
        return addresses.isEmpty()
                ? "none but loopback"
                : addresses.stream()
                        .map(address -> address.getHostName() + " " + address.getHostAddress())
                        .collect(Collectors.joining(", "));
    }

    private static long number(InetAddress address) {
        return Integer.toUnsignedLong(ByteBuffer.wrap(address.getAddress()).getInt());
    }

    @Override
    public String toString() {
        return (network >>> 24) + "." + (network >>> 16 & 255) + "." + (network >>> 8 & 255) + "." + (network & 255)
                + "/" + (32 - hostBits);
    }
}
