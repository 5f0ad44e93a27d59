package io.snowflakeid.demo.worlds;

import java.util.Locale;

/** One and the same game, told apart by where its ids come from. */
enum World {
    AUTO_INCREMENT("AUTO_INCREMENT"),
    TEXTBOOK("textbook Snowflake"),
    SNOWFLAKE("snowflakeid");

    private final String title;

    World(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** What the names of its tables begin with. */
    String prefix() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What a table of the game is called in this world. */
    String table(String plainName) {
        return prefix() + "_" + plainName;
    }
}
