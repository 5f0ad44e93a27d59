package io.snowflakeid.ledger;

import io.snowflakeid.ledger.Surroundings.Address;
import java.net.Inet4Address;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The host part of this machine's address in a subnet. */
final class Ipv4HostPart extends WorkerSource {

    /** No zeros in front: some tools read those as octal. */
    private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";

    private static final Pattern SUBNET =
            Pattern.compile(OCTET + "\\." + OCTET + "\\." + OCTET + "\\." + OCTET + "/([1-9]|[12][0-9]|3[01])");

    private final long network;
    private final int prefix;

    private Ipv4HostPart(long network, int prefix) {
        this.network = network;
        this.prefix = prefix;
    }

    static Ipv4HostPart of(String subnet) {
        Matcher parts = SUBNET.matcher(subnet);
        if (!parts.matches()) {
            throw new IllegalArgumentException("'" + subnet
                    + "' is no IPv4 subnet of several addresses: write it like 10.1.0.0/22, without zeros in front,"
                    + " with a prefix of 1 to 31");
        }
        long address = 0;
        for (int octet = 1; octet <= 4; octet++) {
            address = address << 8 | Long.parseLong(parts.group(octet));
        }
        int prefix = Integer.parseInt(parts.group(5));
        Ipv4HostPart part = new Ipv4HostPart(address & ~hostMask(prefix), prefix);
        if (part.network != address) {
            throw new IllegalArgumentException(
                    "'" + subnet + "' is an address, not a subnet: its subnet is " + part.subnet());
        }
        return part;
    }

    private static long hostMask(int prefix) {
        return (1L << (32 - prefix)) - 1;
    }

    @Override
    long numberFor(NumberField field, Surroundings here) {
        int hostBits = 32 - prefix;
        if (hostBits > field.bits()) {
            throw new IllegalArgumentException("subnet " + subnet() + " has " + hostBits + " host bits, but layout "
                    + field.layout().spec() + " has " + field.bits() + " " + field.name()
                    + " bits: use a layout with at least "
                    + hostBits + ", or another source");
        }
        Address own = onlyAddressInSubnet(here);
        return field.requireFits(number(own.ip()) & hostMask(prefix), "address " + own);
    }

    private Address onlyAddressInSubnet(Surroundings here) {
        List<Address> all = addresses(here);
        List<Address> inside = all.stream()
                .filter(address -> (number(address.ip()) & ~hostMask(prefix)) == network)
                .toList();
        long numbers = inside.stream().map(Address::ip).distinct().count();
        if (numbers == 1) {
            return inside.get(0);
        }
        if (numbers == 0) {
            throw new IllegalArgumentException("no address of this machine lies in " + subnet() + ", it has "
                    + listed(all) + ": name the subnet of its address, or use another source");
        }
        throw new IllegalArgumentException(numbers + " addresses of this machine lie in " + subnet() + ", "
                + listed(inside) + ", so its number is not certain: name a narrower subnet, or use another source");
    }

    /** All but loopback, which every machine has alike. */
    private List<Address> addresses(Surroundings here) {
        try {
            return here.addresses().stream()
                    .filter(address -> !address.ip().isLoopbackAddress())
                    .toList();
        } catch (SocketException e) {
            throw new IllegalArgumentException(
                    "the addresses of this machine cannot be read (" + e.getMessage() + "), so " + this
                            + " is not known: use another source",
                    e);
        }
    }

    private static String listed(List<Address> addresses) {
        return addresses.isEmpty()
                ? "none but loopback"
                : addresses.stream().map(Address::toString).collect(Collectors.joining(", "));
    }

    private static long number(Inet4Address address) {
        return Integer.toUnsignedLong(ByteBuffer.wrap(address.getAddress()).getInt());
    }

    private String subnet() {
        return (network >>> 24) + "." + (network >>> 16 & 255) + "." + (network >>> 8 & 255) + "." + (network & 255)
                + "/" + prefix;
    }

    @Override
    public String toString() {
        return "the host part of this machine's address in " + subnet();
    }
}
