package io.snowflakeid.demo.merge;

import java.util.Locale;

/** The source of a game's ids. The same game is played once with each. */
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
