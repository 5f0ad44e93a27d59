package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.WorkerSource.NumberField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerSourceTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final String SPEC = LAYOUT.spec();

    private static long read(WorkerSource source, Surroundings here) {
        return source.numberFor(NumberField.worker(LAYOUT), here);
    }

    private static void assertRefused(WorkerSource source, Surroundings here, String... parts) {
        assertThatThrownBy(() -> read(source, here))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(parts[0])
                .hasMessageContainingAll(parts);
    }

    // ---- environment and system properties

    @ParameterizedTest
    @CsvSource({"0, 0", "1023, 1023", "007, 7", "' 7', 7"})
    void numbersInTheEnvironmentAreTaken(String value, long number) {
        assertThat(read(
                        WorkerSource.environment("WORKER_ID"),
                        FakeSurroundings.none().withEnvironment("WORKER_ID", value)))
                .isEqualTo(number);
        assertThat(read(
                        WorkerSource.systemProperty("worker"),
                        FakeSurroundings.none().withProperty("worker", value + "\n")))
                .isEqualTo(number);
    }

    @Test
    void whatIsNotSetIsRefusedByName() {
        String nextStep = " is not set: set it to this process's own worker number, 0 to 1023 with layout " + SPEC;
        assertRefused(
                WorkerSource.environment("WORKER_ID"),
                FakeSurroundings.none().withProperty("WORKER_ID", "7"),
                "environment variable WORKER_ID" + nextStep);
        assertRefused(
                WorkerSource.systemProperty("worker"),
                FakeSurroundings.none().withEnvironment("worker", "7"),
                "system property worker" + nextStep);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "seven", "7.0", "0x7", "7 8", "+7", "٧", "99999999999999999999"})
    void whatIsNoNumberIsRefusedWithItsValue(String value) {
        assertRefused(
                WorkerSource.environment("WORKER_ID"),
                FakeSurroundings.none().withEnvironment("WORKER_ID", value),
                "environment variable WORKER_ID is '" + value + "', which is no whole number",
                "0 to 1023 with layout " + SPEC);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1024", "1025", "-1", "4294967296"})
    void aNumberThatDoesNotFitIsRefusedAndNeverFolded(String value) {
        assertRefused(
                WorkerSource.environment("WORKER_ID"),
                FakeSurroundings.none().withEnvironment("WORKER_ID", value),
                "environment variable WORKER_ID is " + value + ", which does not fit",
                "10 worker bits (0..1023) of layout " + SPEC);
    }

    @Test
    void aSourceWithoutANameIsRefused() {
        assertThatThrownBy(() -> WorkerSource.environment(" "))
                .hasMessage(
                        "the environment variable that holds the number has no name: name it, for instance WORKER_ID");
        assertThatThrownBy(() -> WorkerSource.systemProperty(""))
                .hasMessageStartingWith("the system property that holds");
    }

    // ---- ordinals of a StatefulSet

    @ParameterizedTest
    @CsvSource({
        "orders,   0,   orders-0,                           0",
        "orders,   0,   orders-3,                           3",
        "orders,   0,   orders-3.orders.ns.svc,             3",
        "orders,   0,   orders-3.orders.ns.svc.cluster.local., 3",
        "orders,   100, orders-3,                           103",
        "orders,   1023, orders-0,                          1023",
        "orders-2, 0,   orders-2-7,                         7",
        "orders2,  0,   orders2-7,                          7",
        "a,        0,   a-10,                               10",
        "42,       0,   42-1,                               1"
    })
    void theOrdinalBehindTheSetsNameIsTaken(String set, long offset, String host, long number) {
        assertThat(read(WorkerSource.statefulSetOrdinal(set, offset), FakeSurroundings.host(host)))
                .isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource({
        "ip-10-0,  ip-10-0-0-3, 'a machine, not a pod'",
        "orders,   orders-2-7, 'a pod of the set orders-2'",
        "orders,   orders-eu-3, 'a pod of the set orders-eu'",
        "orders,   orders2-7, 'a pod of the set orders2'",
        "orders,   my-orders-3, 'a pod of the set my-orders'",
        "orders-2, orders-2, 'a pod of the set orders'",
        "orders,   orders, 'no ordinal'",
        "orders,   orders-, 'no ordinal'",
        "orders,   orders-03, 'Kubernetes writes no zeros in front'",
        "orders,   orders-+3, 'no digits'",
        "orders,   orders--3, 'no digits'",
        "orders,   orders-7d4b9c6f8-x2x1z, 'a pod of a Deployment'",
        "orders,   orders-١, 'digits of another script'",
        "orders,   orders.orders-3.ns, 'the domain does not count'",
        "orders,   Orders-3, 'host names have small letters'",
        "orders,   orders-1234567890, 'ten digits'",
        "orders,   localhost, 'no pod at all'"
    })
    void whatIsNoPodOfTheSetIsRefused(String set, String host, String because) {
        assertThatThrownBy(() -> read(WorkerSource.statefulSetOrdinal(set), FakeSurroundings.host(host)))
                .as(because)
                .hasMessageContainingAll(
                        "host name '" + host + "' is none of a pod of StatefulSet " + set,
                        "run this process in that set");
    }

    @Test
    void anOrdinalThatDoesNotFitIsRefusedWithItsOffset() {
        assertRefused(
                WorkerSource.statefulSetOrdinal("orders", 1000),
                FakeSurroundings.host("orders-24"),
                "host name 'orders-24' has ordinal 24, with offset 1000 number 1024",
                "10 worker bits (0..1023) of layout " + SPEC);
        assertThatThrownBy(() -> read(WorkerSource.statefulSetOrdinal("orders"), FakeSurroundings.host("orders-1024")))
                .hasMessageStartingWith("host name 'orders-1024' has ordinal 1024, which does not fit");
        assertThatThrownBy(() -> read(
                        WorkerSource.statefulSetOrdinal("orders", Long.MAX_VALUE), FakeSurroundings.host("orders-1")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aHostWithoutANameIsRefused() {
        assertRefused(
                WorkerSource.statefulSetOrdinal("orders"),
                FakeSurroundings.none(),
                "the host name cannot be read (orders-3: Name or service not known)",
                "/etc/hosts");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "orders-", "-orders", "Orders", "orders.shop", "orders_1", "größe", "orders+1"})
    void whatCannotBeASetsNameIsRefused(String name) {
        assertThatThrownBy(() -> WorkerSource.statefulSetOrdinal(name))
                .hasMessageStartingWith("'" + name + "' cannot be the name of a StatefulSet");
        assertThatThrownBy(() -> WorkerSource.statefulSetOrdinal("a".repeat(64)))
                .hasMessageContaining("cannot be");
    }

    @Test
    void aNegativeOffsetIsRefused() {
        assertThatThrownBy(() -> WorkerSource.statefulSetOrdinal("orders", -1))
                .hasMessage("offset of StatefulSet orders must be at least 0, but is -1");
    }

    // ---- host parts of IPv4 addresses

    @ParameterizedTest
    @CsvSource({
        "10.1.0.0/22,    10.1.1.5,    261",
        "10.1.0.0/22,    10.1.3.254,  1022",
        "10.1.0.0/22,    10.1.0.0,    0", // routed networks give pods the first and the last address too
        "10.1.0.0/22,    10.1.3.255,  1023",
        "192.168.7.0/24, 192.168.7.9, 9",
        "200.0.0.2/31,   200.0.0.3,   1",
        "255.255.255.128/25, 255.255.255.200, 72"
    })
    void theHostPartIsTaken(String subnet, String ip, long number) {
        assertThat(read(WorkerSource.ipv4(subnet), FakeSurroundings.addresses("lo", "127.0.0.1", "eth0", ip)))
                .isEqualTo(number);
    }

    @Test
    void otherAddressesAndTheSameOneTwiceDoNotMatter() {
        assertThat(read(
                        WorkerSource.ipv4("10.1.0.0/22"),
                        FakeSurroundings.addresses("eth0", "10.1.0.7", "macvlan0", "10.1.0.7", "eth1", "10.1.4.1")))
                .isEqualTo(7);
    }

    @Test
    void noAddressInTheSubnetIsRefused() {
        assertRefused(
                WorkerSource.ipv4("10.1.0.0/22"),
                FakeSurroundings.addresses("lo", "127.0.0.1", "eth0", "10.1.4.1", "docker0", "172.17.0.1"),
                "no address",
                "in 10.1.0.0/22",
                "it has eth0 10.1.4.1, docker0 172.17.0.1",
                "name the subnet of its address");
        assertRefused(
                WorkerSource.ipv4("127.0.0.0/24"),
                FakeSurroundings.addresses("lo", "127.0.0.1"),
                "no address",
                "none but loopback");
    }

    @Test
    void severalAddressesInTheSubnetAreRefused() {
        assertRefused(
                WorkerSource.ipv4("10.1.0.0/22"),
                FakeSurroundings.addresses("eth0", "10.1.0.5", "eth1", "172.17.0.1", "eth0", "10.1.0.200"),
                "2 addresses",
                "in 10.1.0.0/22, eth0 10.1.0.5, eth0 10.1.0.200",
                "a narrower subnet");
    }

    @Test
    void moreHostBitsThanWorkerBitsAreRefusedWhateverTheAddress() {
        assertRefused(
                WorkerSource.ipv4("10.1.0.0/21"),
                FakeSurroundings.addresses("eth0", "10.1.0.5"),
                "subnet 10.1.0.0/21 has 11 host bits",
                "layout " + SPEC + " has 10 worker bits");
        assertThat(WorkerSource.ipv4("10.0.0.0/8")
                        .numberFor(
                                NumberField.worker(SnowflakeLayout.KUBERNETES),
                                FakeSurroundings.addresses("eth0", "10.1.2.3")))
                .isEqualTo(1 << 16 | 2 << 8 | 3);
    }

    @Test
    void interfacesThatCannotBeReadAreRefused() {
        assertRefused(
                WorkerSource.ipv4("10.1.0.0/22"),
                FakeSurroundings.withoutInterfaces(),
                "the addresses of this machine cannot be read (Operation not permitted)",
                "another source");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            ''
            10.1.0.0
            10.1.0/22
            10.1.0.0/0
            10.1.0.0/32
            10.1.0.0/022
            10.1.0.256/24
            010.1.0.0/22
            '10.1.0.0/22 '
            fd00::/64
            """)
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
}
