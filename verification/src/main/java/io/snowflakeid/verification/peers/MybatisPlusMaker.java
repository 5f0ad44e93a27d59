package io.snowflakeid.verification.peers;

import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import io.snowflakeid.verification.makers.IdMaker;
import io.snowflakeid.verification.makers.MakerSettings;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;

/** MyBatis-Plus's {@code ASSIGN_ID} where nothing is configured: the numbers come from the network card and the process's number. */
public final class MybatisPlusMaker implements IdMaker {

    @Override
    public String name() {
        return "mybatis-plus";
    }

    @Override
    public String describe(MakerSettings settings) {
        return "DefaultIdentifierGenerator of the first address that is not loopback, as its Spring Boot starter makes it; "
                + "41 bits ms, 5 datacenter, 5 worker, 12 sequence";
    }

    @Override
    public Ids open(MakerSettings settings) throws IOException {
        DefaultIdentifierGenerator generator = new DefaultIdentifierGenerator(firstAddress());
        Object noEntity = new Object();
        return () -> generator.nextId(noEntity);
    }

    /** Of the interface that is up and has the lowest index. */
    private static InetAddress firstAddress() throws IOException {
        NetworkInterface lowest = null;
        InetAddress first = null;
        for (NetworkInterface network : NetworkInterface.networkInterfaces().toList()) {
            boolean isLower = lowest == null || network.getIndex() < lowest.getIndex();
            for (InetAddress address : network.inetAddresses().toList()) {
                if (isLower && network.isUp() && address instanceof Inet4Address && !address.isLoopbackAddress()) {
                    lowest = network;
                    first = address;
                }
            }
        }
        return first == null ? InetAddress.getLocalHost() : first;
    }
}
