package io.snowflakeid.ledger;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A host as a test describes it: at first without variables, properties, a name and interfaces. */
final class FakeHost extends HostEnvironment {

    private final Map<String, String> values = new HashMap<>(); // variables and properties
    private final List<InetAddress> addresses = new ArrayList<>();
    private String name;

    FakeHost named(String hostName) {
        name = hostName;
        return this;
    }

    /** Interfaces and addresses in turn: {@code "lo", "127.0.0.1", "eth0", "10.1.0.5"}. */
    FakeHost at(String... devicesAndIps) {
        try {
            for (int i = 0; i < devicesAndIps.length; i += 2) {
                byte[] ip = InetAddress.getByName(devicesAndIps[i + 1]).getAddress();
                addresses.add(InetAddress.getByAddress(devicesAndIps[i], ip));
            }
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
        return this;
    }

    FakeHost variable(String variable, String value) {
        values.put("$" + variable, value);
        return this;
    }

    FakeHost property(String property, String value) {
        values.put(property, value);
        return this;
    }

    @Override
    String variable(String variable) {
        return values.get("$" + variable);
    }

    @Override
    String property(String property) {
        return values.get(property);
    }

    @Override
    String hostName() throws UnknownHostException {
        if (name == null) {
            throw new UnknownHostException("orders-3: Name or service not known");
        }
        return name;
    }

    @Override
    List<InetAddress> addresses() throws IOException {
        if (addresses.isEmpty()) {
            throw new IOException("Operation not permitted");
        }
        return addresses;
    }
}
