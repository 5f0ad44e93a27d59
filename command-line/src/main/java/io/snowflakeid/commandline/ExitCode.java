package io.snowflakeid.commandline;

/** The exit codes of all commands, on which scripts may rely. The help of each command describes them. */
public final class ExitCode {

    /** The command succeeded and found no problem. */
    public static final int FINE = 0;

    /** A problem was found: a duplicate id, a lost row, a column that cannot hold ids safely. */
    public static final int FOUND = 1;

    /** The command line is invalid, the request cannot be checked, or the report's folder cannot be written. */
    public static final int USAGE = 2;

    /** A database is unreachable, rejects the user, lacks the requested table or column, or already has tables of that name. */
    public static final int DATABASE = 3;

    /** Another failure: a bug in the program. */
    public static final int UNEXPECTED = 4;

    /** A file or standard output could not be written, for example because a disk is full. */
    public static final int NOT_WRITTEN = 5;

    private ExitCode() {}
}
