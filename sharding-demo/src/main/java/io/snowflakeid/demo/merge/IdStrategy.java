package io.snowflakeid.demo.merge;

import java.util.Locale;

/** The generator of the ids in a game. The demo plays the same game once with each generator. */
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
