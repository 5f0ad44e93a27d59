package io.snowflakeid.demo.worlds;

/** One and the same game, told apart by where its ids come from. */
enum World {
    AUTO_INCREMENT("auto", "AUTO_INCREMENT", "AUTO_INCREMENT: each server's database counts from 1"),
    TEXTBOOK(
            "textbook",
            "textbook Snowflake",
            "textbook Snowflake: worker 1 of datacenter 1, its default, on every server"),
    SNOWFLAKE("snowflake", "snowflakeid", "snowflakeid: each server's own ledger and own server number");

    private final String prefix;
    private final String title;
    private final String description;

    World(String prefix, String title, String description) {
        this.prefix = prefix;
        this.title = title;
        this.description = description;
    }

    String prefix() {
        return prefix;
    }

    /** What a table of the game is called in this world. */
    String table(String plainName) {
        return prefix + "_" + plainName;
    }

    String title() {
        return title;
    }

    String description() {
        return description;
    }
}
