package io.snowflakeid.demo.merge;

import java.util.Locale;

/** The kind of ids that the game servers use. The demo simulates the same game once for each kind of ids. */
enum IdStrategy {
    AUTO_INCREMENT("AUTO_INCREMENT"),
    TEXTBOOK("textbook Snowflake"),
    SNOWFLAKE("snowflakeid");

    private final String title;

    IdStrategy(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    String prefix() {
        return name().toLowerCase(Locale.ROOT);
    }

    String table(String plainName) {
        return prefix() + "_" + plainName;
    }
}
