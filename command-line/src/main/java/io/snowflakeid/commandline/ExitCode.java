package io.snowflakeid.commandline;

/** The exit codes of all commands. Scripts rely on the exit codes, and the help of each command describes them. */
public final class ExitCode {

    /** The command succeeded and found no problem. */
    public static final int FINE = 0;

    /** The command found a problem, such as a duplicate id, a lost row, or a column that cannot hold ids safely. */
    public static final int FOUND = 1;

    /** The command line is invalid, the request cannot be checked, or the folder of the report cannot be written. */
    public static final int USAGE = 2;

    /** A database is unreachable, rejects the user, lacks the requested table or column, or already has a table with the same name. */
    public static final int DATABASE = 3;

    /** The command failed for any other reason, which is a bug in the program. */
    public static final int UNEXPECTED = 4;

    /** The command could not write a file or standard output, for example because a disk is full. */
    public static final int NOT_WRITTEN = 5;

    private ExitCode() {}
}
