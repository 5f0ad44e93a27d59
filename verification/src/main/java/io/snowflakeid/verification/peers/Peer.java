package io.snowflakeid.verification.peers;

import cn.hutool.core.util.IdUtil;
import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import io.snowflakeid.verification.makers.IdMaker;
import io.snowflakeid.verification.makers.MakerSettings;
import io.snowflakeid.verification.makers.SnowflakeMaker;
import java.io.IOException;
import java.io.InputStream;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The makers that are compared, in the order of the table. Those of other libraries share nothing between processes, and are set up
 * as their documentation recommends.
 */
@SuppressWarnings("ImmutableEnumChecker") // functions without state
enum Peer {
    SNOWFLAKEID("snowflakeid (ours)", name -> new SnowflakeMaker()),

    /** Well configured: each writer has a number of its own, and keeps it when it is started again. */
    TEXTBOOK(
            "textbook, fixed worker ids",
            name -> new Other(
                    name,
                    "synchronized, worker id configured for each writer and kept over restarts, refuses a clock that goes back; "
                            + "41 bits ms, 5 datacenter, 5 worker, 12 sequence",
                    settings -> new TextbookSnowflake(settings.writer(), System::currentTimeMillis)::nextId)),

    /** {@code ASSIGN_ID} where nothing is configured: the numbers come from the network card and the process's number. */
    MYBATIS_PLUS(
            "MyBatis-Plus default",
            name -> new Other(
                    name,
                    "DefaultIdentifierGenerator of the first address that is not loopback, as its Spring Boot starter makes it; "
                            + "41 bits ms, 5 datacenter, 5 worker, 12 sequence",
                    settings -> {
                        DefaultIdentifierGenerator generator = new DefaultIdentifierGenerator(firstAddress());
                        Object noEntity = new Object();
                        return () -> generator.nextId(noEntity);
                    })),

    /** The default: the numbers come from the network card and the process's number. */
    HUTOOL(
            "hutool default",
            name -> new Other(
                    name,
                    "IdUtil.getSnowflakeNextId(); 41 bits ms, 5 datacenter, 5 worker, 12 sequence",
                    settings -> IdUtil::getSnowflakeNextId)),

    /** What {@code @Tsid} of hypersistence-utils uses where nothing is configured: one of 1024 nodes, at random. */
    TSID(
            "hypersistence TSID default node",
            name -> new Other(
                    name,
                    "TSID.Factory.getTsid(); 42 bits ms, 10 node (random at start), 12 counter (random start in each ms)",
                    settings ->
                            () -> io.hypersistence.tsid.TSID.Factory.getTsid().toLong()));

    final String title;
    private final Function<String, IdMaker> byName;

    Peer(String title, Function<String, IdMaker> byName) {
        this.title = title;
        this.byName = byName;
    }

    /** All of them, for the service loader. */
    public static final class Makers implements IdMaker.Source {

        @Override
        public List<IdMaker> makers() {
            return Stream.of(values()).map(Peer::maker).toList();
        }
    }

    private interface Opening {
        IdMaker.Ids in(MakerSettings settings) throws IOException;
    }

    private record Other(String name, String description, Opening opening) implements IdMaker {

        @Override
        public String describe(MakerSettings settings) {
            return description;
        }

        @Override
        public Ids open(MakerSettings settings) throws IOException {
            return opening.in(settings);
        }
    }

    String makerName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    IdMaker maker() {
        return byName.apply(makerName());
    }

    /** Of the library; the textbook class has none. */
    String version() throws IOException {
        Properties versions = new Properties();
        try (InputStream in = Peer.class.getResourceAsStream("versions.properties")) {
            versions.load(Objects.requireNonNull(in, "versions.properties lies beside this class"));
        }
        return versions.getProperty(makerName(), "-");
    }

    /** Of the interface that is up and has the lowest index. */
    private static InetAddress firstAddress() throws IOException {
        List<NetworkInterface> networks = NetworkInterface.networkInterfaces()
                .sorted(Comparator.comparingInt(NetworkInterface::getIndex))
                .toList();
        for (NetworkInterface network : networks) {
            for (InetAddress address : network.inetAddresses().toList()) {
                if (network.isUp() && address instanceof Inet4Address && !address.isLoopbackAddress()) {
                    return address;
                }
            }
        }
        return InetAddress.getLocalHost();
    }
}
