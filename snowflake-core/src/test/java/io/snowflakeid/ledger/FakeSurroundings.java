package io.snowflakeid.ledger;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A machine as a test describes it. */
final class FakeSurroundings implements Surroundings {

    private final Map<String, String> environment = new HashMap<>();
    private final Map<String, String> properties = new HashMap<>();
    private final List<Address> addresses = new ArrayList<>();
    private String hostName;
    private boolean interfacesFail;

    static FakeSurroundings none() {
        return new FakeSurroundings();
    }

    static FakeSurroundings host(String name) {
        return none().withHostName(name);
    }

    FakeSurroundings withHostName(String name) {
        hostName = name;
        return this;
    }

    /** Interfaces and addresses in turn: {@code "lo", "127.0.0.1", "eth0", "10.1.0.5"}. */
    static FakeSurroundings addresses(String... devicesAndIps) {
        FakeSurroundings here = none();
        try {
            for (int i = 0; i < devicesAndIps.length; i += 2) {
                here.addresses.add(
                        new Address(devicesAndIps[i], (Inet4Address) InetAddress.getByName(devicesAndIps[i + 1])));
            }
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
        return here;
    }

    static FakeSurroundings withoutInterfaces() {
        FakeSurroundings here = none();
        here.interfacesFail = true;
        return here;
    }

    FakeSurroundings withEnvironment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    FakeSurroundings withProperty(String name, String value) {
        properties.put(name, value);
        return this;
    }

    @Override
    public String environment(String name) {
        return environment.get(name);
    }

    @Override
    public String property(String name) {
        return properties.get(name);
    }

    @Override
    public String hostName() throws UnknownHostException {
        if (hostName == null) {
            throw new UnknownHostException("orders-3: Name or service not known");
        }
        return hostName;
    }

    @Override
    public List<Address> addresses() throws SocketException {
        if (interfacesFail) {
            throw new SocketException("Operation not permitted");
        }
        return addresses;
    }
}
