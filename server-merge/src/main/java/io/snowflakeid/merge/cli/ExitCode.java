package io.snowflakeid.merge.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the exit code of a command says; scripts may rely on it. */
enum ExitCode {
    DONE(0, "done"),
    FOUND(1, "found what must not be: an error of the plan, a difference, no such row"),
    USAGE(2, "the command line, the configuration, a file or the login is wrong; nothing was done"),
    REFUSED(
            3,
            "refused: the plan has errors, a source changed, the target is not empty or another plan's, the run is not or"
                    + " already finished, or another run is at work"),
    DATABASE(4, "the database failed, or the user lacks a right: the message tells whether to call it again"),
    FAULT(5, "a fault of the program"),
    OUTPUT_LOST(6, "all is done, but standard output could not be written");

    private final int number;
    private final String meaning;

    ExitCode(int number, String meaning) {
        this.number = number;
        this.meaning = meaning;
    }

    int number() {
        return number;
    }

    static Map<String, String> meanings() {
        Map<String, String> meanings = new LinkedHashMap<>();
        for (ExitCode code : values()) {
            meanings.put(" " + code.number, code.meaning);
        }
        return meanings;
    }
}
