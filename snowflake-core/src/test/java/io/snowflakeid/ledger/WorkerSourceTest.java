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

    private static long read(WorkerSource source, HostEnvironment host) {
        return source.number(host, LAYOUT.workerBits());
    }

    private static void assertRefused(WorkerSource source, HostEnvironment host, String... parts) {
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
        assertThat(read(WorkerSource.environment("WORKER_ID"), set(value))).isEqualTo(number);
        assertThat(read(WorkerSource.systemProperty("worker"), set(value))).isEqualTo(number);
    }

    @Test
    void whatIsNotSetIsRefusedByName() {
        String nextStep = " is not set: set it to this process's own number";
        assertRefused(WorkerSource.environment("worker"), set("7"), "environment variable worker" + nextStep);
        assertRefused(WorkerSource.systemProperty("WORKER_ID"), set("7"), "system property WORKER_ID" + nextStep);
        assertThatThrownBy(() -> WorkerSource.environment(" "))
                .hasMessage(
                        "the environment variable that holds the number has no name: name it, for instance WORKER_ID");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "seven", "7.0", "0x7", "7 8", "+7", "٧", "99999999999999999999"})
    void whatIsNoNumberIsRefusedWithItsValue(String value) {
        assertRefused(
                WorkerSource.environment("WORKER_ID"),
                set(value),
                "environment variable WORKER_ID is '" + value + "', which is no whole number");
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
        assertThat(read(WorkerSource.statefulSetOrdinal(set), new FakeHost().named(host)))
                .isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource({
        "ip-10-0,  ip-10-0-0-3, 'a machine, not a pod'",
        "orders,   orders-2-7, 'a pod of the set orders-2'",
        "orders,   orders2-7, 'a pod of the set orders2'",
        "orders,   my-orders-3, 'a pod of the set my-orders'",
        "orders-2, orders-2, 'a pod of the set orders'",
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
        assertThatThrownBy(() -> read(WorkerSource.statefulSetOrdinal(set), new FakeHost().named(host)))
                .as(because)
                .hasMessageContainingAll(
                        "host name '" + host + "' is none of a pod of StatefulSet " + set,
                        "run this process in that set");
    }

    @Test
    void aHostThatTellsNothingIsRefused() {
        assertRefused(
                WorkerSource.statefulSetOrdinal("orders"),
                new FakeHost(),
                "the host name cannot be read (orders-3: Name or service not known)",
                "/etc/hosts");
        assertRefused(
                WorkerSource.ipv4("10.1.0.0/22"),
                new FakeHost(),
                "the addresses of this machine cannot be read (Operation not permitted)",
                "another source");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "orders-", "-orders", "Orders", "orders.shop", "orders_1", "größe", "orders+1"})
    void whatCannotBeASetsNameIsRefused(String name) {
        assertThatThrownBy(() -> WorkerSource.statefulSetOrdinal(name))
                .hasMessageStartingWith("'" + name + "' cannot be the name of a StatefulSet");
    }

    // ---- host parts of IPv4 addresses

    @ParameterizedTest
    @CsvSource({
        "10.1.0.0/22,    10.1.1.5,    261",
        "10.1.0.0/22,    10.1.0.0,    0", // routed networks give pods the first and the last address too
        "10.1.0.0/22,    10.1.3.255,  1023",
        "200.0.0.2/31,   200.0.0.3,   1",
        "255.255.255.128/25, 255.255.255.200, 72"
    })
    void theHostPartIsTaken(String subnet, String ip, long number) {
        // the same one twice does not matter
        FakeHost host = new FakeHost().at("lo", "127.0.0.1", "eth0", ip, "macvlan0", ip, "eth1", "10.1.4.1");
        assertThat(read(WorkerSource.ipv4(subnet), host)).isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            10.1.0.0/22  | lo 127.0.0.1 eth0 10.1.4.1 docker0 172.17.0.1 | no address .*in 10.1.0.0/22.*it has eth0 10.1.4.1, docker0 172.17.0.1.*name the subnet of its address.*
            127.0.0.0/24 | lo 127.0.0.1                                  | no address .*none but loopback.*
            10.1.0.0/21  | eth0 10.1.0.5                                 | .*10.1.0.0/21 needs 11 bits, but there are 10: name a narrower subnet.*
            """)
    void anAddressThatIsNoWorkersIsRefused(String subnet, String addresses, String message) {
        FakeHost host = new FakeHost().at(addresses.split(" ", -1));
        assertThatThrownBy(() -> read(WorkerSource.ipv4(subnet), host))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching(message);
    }

    @Test
    void severalAddressesInTheSubnetAreRefused() {
        assertRefused(
                WorkerSource.ipv4("10.1.0.0/22"),
                new FakeHost().at("eth0", "10.1.0.5", "eth1", "172.17.0.1", "eth0", "10.1.0.200"),
                "2 addresses",
                "in 10.1.0.0/22, eth0 10.1.0.5, eth0 10.1.0.200",
                "a narrower subnet");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10.1.0.0", "10.1.0.0/0", "10.1.0.0/32", "10.1.0.256/24", "010.1.0.0/22", "fd00::/64"})
    void whatIsNoSubnetIsRefused(String subnet) {
        assertThatThrownBy(() -> WorkerSource.ipv4(subnet))
                .hasMessageContainingAll(
                        "'" + subnet + "' is no IPv4 subnet of several addresses", "a prefix of 1 to 31");
    }

    @ParameterizedTest
    @CsvSource({"10.1.1.5/22, 10.1.0.0/22", "10.1.0.1/31, 10.1.0.0/31", "200.200.200.200/1, 128.0.0.0/1"})
    void anAddressInPlaceOfASubnetIsRefusedWithItsSubnet(String address, String subnet) {
        assertThatThrownBy(() -> WorkerSource.ipv4(address))
                .hasMessage("'" + address + "' is an address, not a subnet: its subnet is " + subnet);
    }

    // ---- the real host

    @Test
    void variablesAndPropertiesAreThoseOfTheProcess() {
        assertRefused(
                WorkerSource.environment("PATH"),
                HostEnvironment.REAL,
                "environment variable PATH is '" + System.getenv("PATH") + "'");
        assertRefused(
                WorkerSource.systemProperty("java.home"),
                HostEnvironment.REAL,
                "system property java.home is '" + System.getProperty("java.home") + "'");
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
        String pair = own.getHostAddress().replaceAll("[0-9]+$", (own.getAddress()[3] & 254) + "/31");
        assertThat(FixedWorkerLedger.of(LAYOUT, 0, WorkerSource.ipv4(pair)).describe())
                .isEqualTo("fixed worker " + last + " of datacenter 0 in namespace 'default'");
    }
}
