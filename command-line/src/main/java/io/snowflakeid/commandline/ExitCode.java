package io.snowflakeid.commandline;

/** What an exit code says, whatever the command; scripts may rely on it. The help of each command says what it means there. */
public final class ExitCode {

    /** All went through, and nothing was found. */
    public static final int FINE = 0;

    /** Found what must not be: a duplicate id, a lost row, a column in which ids are not safe. */
    public static final int FOUND = 1;

    /** The command line is wrong, or what it asks for cannot be proved, or the report cannot be written where it was asked for. */
    public static final int USAGE = 2;

    /** A database is unreachable or refuses us, has not what is looked for, or has such tables already. */
    public static final int DATABASE = 3;

    /** Something else went wrong: a fault of the program itself. */
    public static final int UNEXPECTED = 4;

    /** A file or standard output could not be written: a disk is full, for instance. */
    public static final int NOT_WRITTEN = 5;

    private ExitCode() {}
}
