package io.snowflakeid.commandline;

/** The exit codes of all commands. The exit codes must not change, because scripts use them. */
public final class ExitCode {

    /** The command succeeded and found no problem. */
    public static final int FINE = 0;

    /** The command found a problem, such as a duplicate id, a lost row, or a column that cannot hold ids safely. */
    public static final int FOUND = 1;

    /** The command line is invalid, or the report folder is not writable. */
    public static final int USAGE = 2;

    /** A database is unreachable, rejects the user, or does not have the expected tables and columns. */
    public static final int DATABASE = 3;

    /** The command failed because of a bug in the program. */
    public static final int UNEXPECTED = 4;

    /** The command could not write a file or standard output, for example because a disk is full. */
    public static final int NOT_WRITTEN = 5;

    private ExitCode() {}
}
