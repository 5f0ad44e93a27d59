package io.snowflakeid.verification.peers;

import io.snowflakeid.verification.makers.IdMaker;
import io.snowflakeid.verification.makers.SnowflakeMaker;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Who takes part, in the order of the table. */
enum Peer {
    SNOWFLAKEID(SnowflakeMaker.NAME, "snowflakeid (ours)"),
    TEXTBOOK("textbook", "textbook, fixed worker ids"),
    MYBATIS_PLUS("mybatis-plus", "MyBatis-Plus default"),
    HUTOOL("hutool", "hutool default"),
    TSID("tsid", "hypersistence TSID default node");

    private static final Properties VERSIONS = versions();

    private final String makerName;
    private final String title;

    Peer(String makerName, String title) {
        this.makerName = makerName;
        this.title = title;
    }

    private static Properties versions() {
        try (InputStream in = Peer.class.getResourceAsStream("versions.properties")) {
            if (in == null) {
                throw new IllegalStateException("versions.properties is missing beside " + Peer.class);
            }
            Properties versions = new Properties();
            versions.load(in);
            return versions;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String makerName() {
        return makerName;
    }

    IdMaker maker() {
        return IdMaker.named(makerName);
    }

    String title() {
        return title;
    }

    /** Of the library; the textbook class has none. */
    String version() {
        return VERSIONS.getProperty(makerName, "-");
    }
}
