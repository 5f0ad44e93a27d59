package io.snowflakeid.merge.sql;

/** What a server said, as it fits into a line of ours. */
public final class ServerWords {

    private ServerWords() {}

    /** The first line: drivers write essays below it, and H2 the statement. */
    public static String of(Throwable failure) {
        return String.valueOf(failure.getMessage())
                .lines()
                .findFirst()
                .orElse(failure.getClass().getSimpleName())
                .replaceFirst("; SQL statement:$", "")
                .strip();
    }
}
