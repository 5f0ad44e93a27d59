package io.snowflakeid.merge.testdata;

import java.sql.SQLException;

/**
 * A game of a few rows, each of which a test can name; its names are as unpleasant as names can be.
 *
 * <p>On all servers there are an account of Ann's (1) and one of the server's own (2), a hero Bob (1) of Ann's and his pupil (2), whose
 * name begins with the server's.
 */
public final class TinyGame {

    /** What becomes of its tables, as a part of merge.yaml. */
    public static final String CONFIG = SqlScript.resource("tiny-game.yaml");

    private TinyGame() {}

    /** Makes and fills one server, which is called like its schema; a number is in its rows. */
    public static void fill(GameServers servers, String schema, int number) throws SQLException {
        servers.script(
                schema,
                SqlScript.resource("tiny-game.sql")
                        .replace("{server}", schema)
                        .replace("{number}", String.valueOf(number)));
    }
}
