package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerSourceTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;

    private static long read(String source, HostEnvironment host) {
        return WorkerSource.number(source, LAYOUT.workerBits(), host);
    }

    private static void assertRejected(String source, HostEnvironment host, String... parts) {
        assertThatThrownBy(() -> read(source, host))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(parts[0])
                .hasMessageContainingAll(parts);
    }

    // ---- environment and system properties

    private static FakeHost set(String value) {
        return new FakeHost().variable("WORKER_ID", value).property("worker", value + "\n");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1023, 1023", "007, 7", "' 7', 7"})
    void numbersInTheEnvironmentAreTaken(String value, long number) {
        assertThat(read("env:WORKER_ID", set(value))).isEqualTo(number);
        assertThat(read("SysProp: worker", set(value))).isEqualTo(number);
    }

    @Test
    void whatIsNotSetIsRefusedByName() {
        String nextStep = " is not set: set it to this process's own number";
        assertRejected("env:worker", set("7"), "env:worker" + nextStep);
        assertRejected("sysprop:WORKER_ID", set("7"), "sysprop:WORKER_ID" + nextStep);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "seven", "7.0", "0x7", "7 8", "+7", "٧", "99999999999999999999"})
    void whatIsNoNumberIsRefusedWithItsValue(String value) {
        assertRejected("env:WORKER_ID", set(value), "env:WORKER_ID is '" + value + "', which is no whole number");
    }

    // ---- ordinals of a StatefulSet

    @ParameterizedTest
    @CsvSource({
        "orders,   orders-0,                               0",
        "orders,   orders-3.orders.ns.svc.cluster.local.,  3",
        "orders-2, orders-2-7,                             7",
        "42,       42-10,                                  10"
    })
    void theOrdinalBehindTheSetsNameIsTaken(String set, String host, long number) {
        assertThat(read("statefulset:" + set, new FakeHost().named(host))).isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource({
        "ip-10-0,  ip-10-0-0-3, 'a machine, not a pod'",
        "orders,   orders-2-7, 'a pod of the set orders-2'",
        "orders,   orders2-7, 'a pod of the set orders2'",
        "orders,   my-orders-3, 'a pod of the set my-orders'",
        "orders-2, orders-2, 'a pod of the set orders'",
        "orders-,  orders-3, 'no name of a set'",
        "orders,   orders-, 'no ordinal'",
        "orders,   orders-03, 'Kubernetes writes no zeros in front'",
        "orders,   orders-+3, 'no digits'",
        "orders,   orders-7d4b9c6f8-x2x1z, 'a pod of a Deployment'",
        "orders,   orders-١, 'digits of another script'",
        "orders,   orders.orders-3.ns, 'the domain does not count'",
        "orders,   Orders-3, 'host names have small letters'",
        "orders,   orders-1234567890, 'ten digits'"
    })
    void whatIsNoPodOfTheSetIsRefused(String set, String host, String because) {
        assertThatThrownBy(() -> read("statefulset:" + set, new FakeHost().named(host)))
                .as(because)
                .hasMessageContainingAll(
                        "host name '" + host + "' is not that of a pod of StatefulSet " + set,
                        "run this process in that set");
    }

    @Test
    void aHostThatTellsNothingIsRefused() {
        assertRejected(
                "statefulset:orders",
                new FakeHost(),
                "statefulset:orders cannot be read on this machine (orders-3: Name or service not known)",
                "/etc/hosts");
        assertRejected(
                "ipv4:10.1.0.0/22",
                new FakeHost(),
                "ipv4:10.1.0.0/22 cannot be read on this machine (Operation not permitted)",
                "another source");
    }

    // ---- host parts of IPv4 addresses

    @ParameterizedTest
    @CsvSource({
        "10.1.0.0/22,    10.1.1.5,    261",
        "10.1.3.7/22,    10.1.1.5,    261", // an address stands for its subnet
        "10.1.0.0/22,    10.1.0.0,    0", // routed networks give pods the first and the last address too
        "10.1.0.0/22,    10.1.3.255,  1023",
        "200.0.0.2/31,   200.0.0.3,   1",
        "255.255.255.128/25, 255.255.255.200, 72"
    })
    void theHostPartIsTaken(String subnet, String ip, long number) {
        // the same one twice does not matter
        FakeHost host = new FakeHost().at("lo", "127.0.0.1", "eth0", ip, "macvlan0", ip, "eth1", "10.1.4.1");
        assertThat(read("ipv4:" + subnet, host)).isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            10.1.0.0/22  | lo 127.0.0.1 eth0 10.1.4.1 docker0 172.17.0.1 | exactly one address .*in 10.1.0.0/22.*it has .eth0 10.1.4.1, docker0 172.17.0.1.*name another subnet.*
            127.0.0.0/24 | lo 127.0.0.1                                  | exactly one address .*it has \\[].*
            10.1.0.0/22  | eth0 10.1.0.5 eth1 172.17.0.1 eth0 10.1.0.200 | exactly one address .*in 10.1.0.0/22.*eth0 10.1.0.5, eth1 172.17.0.1, eth0 10.1.0.200.*
            10.1.0.0/21  | eth0 10.1.0.5                                 | .*10.1.0.0/21 needs 11 bits, but there are 10: name a narrower subnet.*
            """)
    void severalAddressesInTheSubnetAreRefused(String subnet, String addresses, String message) {
        FakeHost host = new FakeHost().at(addresses.split(" ", -1));
        assertThatThrownBy(() -> read("ipv4:" + subnet, host))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10.1.0.0", "10.1.0.0/0", "10.1.0.0/32", "10.1.0.256/24", "010.1.0.0/22", "fd00::/64"})
    void whatIsNoSubnetIsRefused(String subnet) {
        assertThatThrownBy(() -> read("ipv4:" + subnet, new FakeHost().at("eth0", "10.1.0.5")))
                .hasMessageContainingAll(
                        "'" + subnet + "' is no IPv4 subnet of several addresses", "a prefix of 1 to 31");
    }

    // ---- the real host

    @Test
    void variablesAndPropertiesAreThoseOfTheProcess() {
        assertRejected("env:PATH", HostEnvironment.REAL, "env:PATH is '" + System.getenv("PATH") + "'");
        assertRejected(
                "sysprop:java.home",
                HostEnvironment.REAL,
                "sysprop:java.home is '" + System.getProperty("java.home") + "'");
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux has this file")
    void theHostNameIsTheKernels() throws Exception {
        Path kernels = Path.of("/proc/sys/kernel/hostname");
        assertThat(HostEnvironment.REAL.hostName())
                .isEqualTo(Files.readString(kernels).trim());
    }

    @Test
    void theAddressesAreThoseOfTheInterfaces() throws Exception {
        List<InetAddress> all = HostEnvironment.REAL.addresses();
        InetAddress own = all.stream()
                .min(Comparator.comparing(InetAddress::isLoopbackAddress))
                .orElseThrow();
        int last = own.getAddress()[3] & 1;
        assertThat(FixedWorkerLedger.of(LAYOUT, 0, "ipv4:" + own.getHostAddress() + "/31")
                        .describe())
                .isEqualTo("fixed worker " + last + " of datacenter 0 in namespace 'default'");
    }
}
