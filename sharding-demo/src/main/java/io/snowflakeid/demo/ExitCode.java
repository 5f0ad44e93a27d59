package io.snowflakeid.demo;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the demo's exit code says; scripts may rely on it. */
final class ExitCode {

    /** The run went through, and every id was unique and every row arrived. */
    static final int FINE = 0;

    /** A duplicate id was found, or a row or reference was lost: what must never happen. */
    static final int NOT_UNIQUE = 1;

    /** {@code chaos} found no duplicate, but nothing had gone wrong, or not all that should have. */
    static final int PROVED_NOTHING = 2;

    /** {@code doctor} found a column in which ids are not safe. */
    static final int TO_BE_FIXED = 1;

    /** {@code origin} found ids that are not below those that we would make now. */
    static final int NOT_ABOVE = 1;

    /** The command line is wrong, or the report cannot be written where it was asked for. */
    static final int USAGE = 2;

    /** A database is unreachable or refuses us, there are too few, or tables of ours exist already. */
    static final int DATABASE = 3;

    /** Something else went wrong: a fault of the demo itself. */
    static final int UNEXPECTED = 4;

    /** A file, the report or standard output could not be written: a disk is full, for instance. */
    static final int NOT_WRITTEN = 5;

    private ExitCode() {}

    /**
     * The codes that a command has, with their meaning, for its help text.
     *
     * @param command its name; what is not named here runs scenarios
     */
    static Map<String, String> of(String command) {
        return switch (command) {
            case "doctor" ->
                codes(
                        "ids are safe in every column",
                        "a column must be fixed",
                        "wrong usage",
                        "the database is unreachable or refuses the user, or has no such column");
            case "origin" ->
                codes(
                        "ids of ours would start above all that were read",
                        "they would not, and could meet them",
                        "wrong usage",
                        "the database is unreachable or refuses the user, has no such column, or no index for it");
            case "chaos" ->
                codes(
                        "every id was unique, whatever went wrong",
                        "a duplicate id was found",
                        "wrong usage, or no kill, pause, clock step or outage took effect, so the run proved nothing",
                        "the database is unreachable or refuses the user");
            case "inspect" -> codes("the text was read", null, "wrong usage, or the text is no id", null);
            case "workers" ->
                codes(
                        "the ledger was read",
                        null,
                        "wrong usage",
                        "the database is unreachable or refuses the user, or has no such ledger");
            default ->
                codes(
                        "every id was unique and every row arrived",
                        "a duplicate id or a lost row was found",
                        "wrong usage",
                        "a database is unreachable or refuses the user, there are too few, or tables exist already");
        };
    }

    /** Null stands for a code that a command does not end with. */
    private static Map<String, String> codes(
            String fine, @Nullable String found, String usage, @Nullable String database) {
        Map<String, String> codes = new LinkedHashMap<>();
        codes.put(" " + FINE, fine);
        if (found != null) {
            codes.put(" " + NOT_UNIQUE, found);
        }
        codes.put(" " + USAGE, usage);
        if (database != null) {
            codes.put(" " + DATABASE, database);
        }
        codes.put(" " + UNEXPECTED, "something else went wrong: a fault of the demo");
        codes.put(" " + NOT_WRITTEN, "a file or standard output could not be written: a disk is full, for instance");
        return codes;
    }
}
