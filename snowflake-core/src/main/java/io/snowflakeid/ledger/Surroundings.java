package io.snowflakeid.ledger;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a process can see of the place that it runs in. Tests hand in one of their own. */
interface Surroundings {

    /** The value of an environment variable, null if it is not set. */
    @Nullable
    String environment(String name);

    /** The value of a system property, null if it is not set. */
    @Nullable
    String property(String name);

    /** The name that the operating system gives this machine, container or pod, with or without its domain. */
    String hostName() throws UnknownHostException;

    /** The IPv4 addresses of all interfaces that are up. */
    List<Address> addresses() throws SocketException;

    /**
     * An address of one of this machine's interfaces.
     *
     * @param device the interface's name
     */
    record Address(String device, Inet4Address ip) {
        @Override
        public String toString() {
            return device + " " + ip.getHostAddress();
        }
    }

    /** Those of this process. */
    static Surroundings ofThisProcess() {
        return ThisProcess.INSTANCE;
    }
}

/** The real ones. */
enum ThisProcess implements Surroundings {
    INSTANCE;

    @Override
    public @Nullable String environment(String name) {
        return System.getenv(name);
    }

    @Override
    public @Nullable String property(String name) {
        return System.getProperty(name);
    }

    @Override
    public String hostName() throws UnknownHostException {
        return InetAddress.getLocalHost().getHostName();
    }

    @Override
    public List<Address> addresses() throws SocketException {
        List<NetworkInterface> devices = NetworkInterface.networkInterfaces().toList();
        List<Address> found = new ArrayList<>();
        for (NetworkInterface device : devices) {
            if (device.isUp()) {
                device.inetAddresses()
                        .filter(Inet4Address.class::isInstance)
                        .forEach(ip -> found.add(new Address(device.getName(), (Inet4Address) ip)));
            }
        }
        return found;
    }
}
