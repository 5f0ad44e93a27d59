package io.snowflakeid.verification.makers;

import cn.hutool.core.util.IdUtil;
import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
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

/** The compared id generators, configured as their documentation describes. */
@SuppressWarnings("ImmutableEnumChecker") // the functions have no state
public enum Peer {
    SNOWFLAKEID("snowflakeid (ours)", name -> new SnowflakeMaker()),

    TEXTBOOK(
            "textbook, fixed worker ids",
            name -> new Other(
                    name,
                    "synchronized, worker id configured for each writer and kept over restarts, refuses a clock that goes back; "
                            + "41 bits ms, 5 datacenter, 5 worker, 12 sequence",
                    settings -> new TextbookSnowflake(settings.writer(), System::currentTimeMillis)::nextId)),

    /** Without configuration, MyBatis-Plus derives the worker from the network address and the process id. */
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

    HUTOOL(
            "hutool default",
            name -> new Other(
                    name,
                    "IdUtil.getSnowflakeNextId(); 41 bits ms, 5 datacenter, 5 worker, 12 sequence",
                    settings -> IdUtil::getSnowflakeNextId)),

    TSID(
            "hypersistence TSID default node",
            name -> new Other(
                    name,
                    "TSID.Factory.getTsid(); 42 bits ms, 10 node (random at start), 12 counter (random start in each ms)",
                    settings ->
                            () -> io.hypersistence.tsid.TSID.Factory.getTsid().toLong()));

    public final String title;
    private final Function<String, IdMaker> byName;

    Peer(String title, Function<String, IdMaker> byName) {
        this.title = title;
        this.byName = byName;
    }

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

    public String makerName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public IdMaker maker() {
        return byName.apply(makerName());
    }

    /** Returns the version of the library, or {@code "-"} for {@link #TEXTBOOK}. */
    public String version() throws IOException {
        Properties versions = new Properties();
        try (InputStream in = Peer.class.getResourceAsStream("versions.properties")) {
            versions.load(Objects.requireNonNull(in, "versions.properties is missing from the class path"));
        }
        return versions.getProperty(makerName(), "-");
    }

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
