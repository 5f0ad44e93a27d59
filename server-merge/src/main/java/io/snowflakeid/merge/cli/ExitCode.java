package io.snowflakeid.merge.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the exit code of a command says; scripts may rely on it. */
final class ExitCode {

    /** All is done, and nothing was found. */
    static final int DONE = 0;

    /** Something was found that must not be: an error of a plan, a difference, a row that is not there. */
    static final int FOUND = 1;

    /** The command line, the configuration, a file or the login is wrong; nothing was done. */
    static final int USAGE = 2;

    /** A source changed, the target is not ours, the run is finished, or another one is at work; nothing was done. */
    static final int REFUSED = 3;

    /** The database failed; if it may pass, the message asks for the same command again, which goes on. */
    static final int DATABASE = 4;

    /** A fault of the program. */
    static final int FAULT = 5;

    /** All is done, but standard output could not be written. */
    static final int OUTPUT_LOST = 6;

    private ExitCode() {}

    /**
     * The codes of a command with what they mean, for its help text; an empty text stands for a code that it does not end with.
     */
    static Map<String, String> meanings(String done, String found, String refused, String database) {
        Map<String, String> codes = new LinkedHashMap<>();
        codes.put(" " + DONE, done);
        codes.put(" " + FOUND, found);
        codes.put(" " + USAGE, "the command line, the configuration, a file or the login is wrong; nothing was done");
        codes.put(" " + REFUSED, refused);
        codes.put(" " + DATABASE, database);
        codes.put(" " + FAULT, "a fault of the program");
        codes.put(" " + OUTPUT_LOST, "all is done, but standard output could not be written");
        codes.values().removeIf(String::isEmpty);
        return codes;
    }
}
