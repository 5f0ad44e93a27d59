package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.snowflakeid.SnowflakeLayout;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Each source against the real environment, properties, host name and interfaces of this machine. */
class RealSurroundingsTest {

    /** What another process, with an environment of its own, makes of it. */
    static final class Reader {
        private Reader() {}

        public static void main(String[] args) {
            FixedWorkerLedger ledger =
                    FixedWorkerLedger.of(SnowflakeLayout.TWITTER, 3, WorkerSource.environment("SNOWFLAKE_TEST_WORKER"));
            System.out.println(ledger.describe());
        }
    }

    @Test
    void anEnvironmentVariableIsReadInItsProcess() throws Exception {
        assertThat(outputWith("21")).isEqualTo("fixed worker 21 of datacenter 3 in namespace 'default'");
        assertThat(outputWith("32")).contains("environment variable SNOWFLAKE_TEST_WORKER is 32, which does not fit");
    }

    private static String outputWith(String worker) throws Exception {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        ProcessBuilder command = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        Reader.class.getName())
                .redirectErrorStream(true);
        command.environment().put("SNOWFLAKE_TEST_WORKER", worker);
        Process process = command.start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            return output.trim();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void theHostNameIsTheKernels() throws Exception {
        Path kernels = Path.of("/proc/sys/kernel/hostname");
        assumeTrue(Files.exists(kernels), "only Linux has " + kernels);
        String host = Files.readString(kernels).trim();
        assertThat(Surroundings.ofThisProcess().hostName()).isEqualTo(host);
        assertThatThrownBy(() -> FixedWorkerLedger.of(
                        SnowflakeLayout.DEFAULT, WorkerSource.statefulSetOrdinal("no-set-has-this-name")))
                .hasMessageContaining("'" + host + "'");
    }

    @Test
    void theAddressesAreThoseOfTheInterfaces() throws Exception {
        List<Inet4Address> real = NetworkInterface.networkInterfaces()
                .filter(RealSurroundingsTest::isUp) // a container engine's bridge is down while no container runs
                .flatMap(NetworkInterface::inetAddresses)
                .filter(ip -> ip instanceof Inet4Address && !ip.isLoopbackAddress())
                .map(Inet4Address.class::cast)
                .toList();
        assumeTrue(!real.isEmpty(), "this machine has no IPv4 address but loopback");
        assertThat(Surroundings.ofThisProcess().addresses())
                .extracting(Surroundings.Address::ip)
                .containsAll(real);
        byte[] ip = real.get(0).getAddress();
        long last = ip[3] & 1;
        String pair = real.get(0).getHostAddress().replaceAll("[0-9]+$", String.valueOf((ip[3] & 255) - last)) + "/31";
        assertThat(FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, WorkerSource.ipv4(pair))
                        .describe())
                .isEqualTo("fixed worker " + last + " of datacenter 0 in namespace 'default'");
    }

    private static boolean isUp(NetworkInterface device) {
        try {
            return device.isUp();
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }
}
