package io.snowflakeid.demo;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the demo's exit code says; scripts may rely on it. */
final class ExitCode {

    /** The run went through, and every id was unique and every row arrived. */
    static final int FINE = 0;

    /** A duplicate id was found, or a row or reference was lost: what must never happen. */
    static final int NOT_UNIQUE = 1;

    /** {@code doctor} found a column in which ids are not safe. */
    static final int TO_BE_MENDED = 1;

    /** The command line is wrong, or the report cannot be written where it was asked for. */
    static final int USAGE = 2;

    /** A database is unreachable or refuses us, there are too few, or tables of ours exist already. */
    static final int DATABASE = 3;

    /** Something else went wrong: a fault of the demo itself. */
    static final int UNEXPECTED = 4;

    private ExitCode() {}

    /** The codes with their meaning, for the help text. */
    static Map<String, String> described() {
        Map<String, String> codes = new LinkedHashMap<>();
        codes.put(" " + FINE, "every id was unique and every row arrived");
        codes.put(" " + NOT_UNIQUE, "a duplicate id or a lost row was found; doctor: a column must be mended");
        codes.put(" " + USAGE, "wrong usage");
        codes.put(
                " " + DATABASE,
                "a database is unreachable or refuses the user, there are too few, or tables exist already");
        codes.put(" " + UNEXPECTED, "something else went wrong: a fault of the demo");
        return codes;
    }
}
