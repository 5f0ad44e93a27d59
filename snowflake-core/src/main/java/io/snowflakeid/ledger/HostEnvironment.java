package io.snowflakeid.ledger;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads environment variables, system properties and network addresses. Tests replace this class with a subclass. */
class HostEnvironment {

    static final HostEnvironment REAL = new HostEnvironment();

    @Nullable
    String variable(String name) {
        return System.getenv(name);
    }

    @Nullable
    String property(String name) {
        return System.getProperty(name);
    }

    /** Returns the host name of this machine or container, with or without its domain. */
    String hostName() throws UnknownHostException {
        return InetAddress.getLocalHost().getHostName();
    }

    /** Returns the IPv4 addresses of all active network interfaces. Each returned address contains the interface name instead of a host name. */
    List<InetAddress> addresses() throws IOException {
        List<InetAddress> found = new ArrayList<>();
        for (NetworkInterface device : NetworkInterface.networkInterfaces().toList()) {
            for (InetAddress ip : device.inetAddresses().toList()) {
                if (ip instanceof Inet4Address && device.isUp()) {
                    found.add(InetAddress.getByAddress(device.getName(), ip.getAddress()));
                }
            }
        }
        return found;
    }
}
