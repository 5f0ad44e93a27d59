package io.snowflakeid.verification.peers;

import cn.hutool.core.util.IdUtil;
import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import io.hypersistence.tsid.TSID;
import io.snowflakeid.verification.makers.IdMaker;
import io.snowflakeid.verification.makers.MakerSettings;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Comparator;
import java.util.List;

/** Makers that share nothing with other processes, each as its documentation recommends. */
final class OtherMakers {

    private OtherMakers() {}

    private abstract static class Described implements IdMaker {
        private final String name;
        private final String description;

        Described(String name, String description) {
            this.name = name;
            this.description = description;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String describe(MakerSettings settings) {
            return description;
        }
    }

    /** Well configured: each writer has a number of its own, and keeps it when it is started again. */
    public static final class Textbook extends Described {

        /** For the service loader. */
        public Textbook() {
            super(
                    "textbook",
                    "synchronized, worker id configured for each writer and kept over restarts, refuses a clock that goes back; "
                            + "41 bits ms, 5 datacenter, 5 worker, 12 sequence");
        }

        @Override
        public Ids open(MakerSettings settings) {
            return new TextbookSnowflake(settings.writer(), System::currentTimeMillis)::nextId;
        }
    }

    /** {@code ASSIGN_ID} where nothing is configured: the numbers come from the network card and the process's number. */
    public static final class MybatisPlus extends Described {

        /** For the service loader. */
        public MybatisPlus() {
            super(
                    "mybatis-plus",
                    "DefaultIdentifierGenerator of the first address that is not loopback, as its Spring Boot starter makes it; "
                            + "41 bits ms, 5 datacenter, 5 worker, 12 sequence");
        }

        @Override
        public Ids open(MakerSettings settings) throws IOException {
            DefaultIdentifierGenerator generator = new DefaultIdentifierGenerator(firstAddress());
            Object noEntity = new Object();
            return () -> generator.nextId(noEntity);
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

    /** The default: the numbers come from the network card and the process's number. */
    public static final class Hutool extends Described {

        /** For the service loader. */
        public Hutool() {
            super("hutool", "IdUtil.getSnowflakeNextId(); 41 bits ms, 5 datacenter, 5 worker, 12 sequence");
        }

        @Override
        public Ids open(MakerSettings settings) {
            return IdUtil::getSnowflakeNextId;
        }
    }

    /** What {@code @Tsid} of hypersistence-utils uses where nothing is configured: one of 1024 nodes, at random. */
    public static final class Tsid extends Described {

        /** For the service loader. */
        public Tsid() {
            super(
                    "tsid",
                    "TSID.Factory.getTsid(); 42 bits ms, 10 node (random at start), 12 counter (random start in each ms)");
        }

        @Override
        public Ids open(MakerSettings settings) {
            return () -> TSID.Factory.getTsid().toLong();
        }
    }
}
