package io.snowflakeid.verification.peers;

import io.snowflakeid.verification.makers.IdMaker;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;

/** Who takes part, in the order of the table. */
enum Peer {
    SNOWFLAKEID("snowflakeid (ours)"),
    TEXTBOOK("textbook, fixed worker ids"),
    MYBATIS_PLUS("MyBatis-Plus default"),
    HUTOOL("hutool default"),
    TSID("hypersistence TSID default node");

    private final String title;

    Peer(String title) {
        this.title = title;
    }

    String makerName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    IdMaker maker() {
        return IdMaker.named(makerName());
    }

    String title() {
        return title;
    }

    /** Of the library; the textbook class has none. */
    String version() throws IOException {
        Properties versions = new Properties();
        try (InputStream in = Peer.class.getResourceAsStream("versions.properties")) {
            versions.load(Objects.requireNonNull(in, "versions.properties lies beside this class"));
        }
        return versions.getProperty(makerName(), "-");
    }
}
