package io.snowflakeid.demo.orders;

/** A database does not answer. Nothing of what was to be written there is stored in part; nothing at all, unless a commit broke off. */
final class DatabaseLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int database;

    DatabaseLostException(int database, Throwable cause) {
        super(
                "database ds_" + database + " is lost (" + cause.getMessage() + "): orders of users in shards "
                        + ShardedTables.firstShardOf(database) + " to " + (ShardedTables.firstShardOf(database + 1) - 1)
                        + " are refused and none is stored in part, all others are accepted;"
                        + " place them again when ds_" + database + " is back",
                cause);
        this.database = database;
    }

    /** Its number, from 0. */
    int database() {
        return database;
    }
}
