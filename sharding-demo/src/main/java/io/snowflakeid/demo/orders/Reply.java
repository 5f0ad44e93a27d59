package io.snowflakeid.demo.orders;

import java.util.Arrays;

/**
 * A line that a writer process says on its standard output: a word, and what belongs to it.
 *
 * @param writer who says it, from 0
 */
record Reply(int writer, Word word, String rest) {

    enum Word {
        /** It has a worker id and is connected. */
        READY,
        /** So many orders are committed. */
        PROGRESS,
        /** All are that came in peace, or that were refused in an outage; a {@link WriterReport}. */
        WRITTEN,
        /** All orders of the outage are accepted or refused; an {@link OutageReport}. */
        LOST,
        /** The merchants' index was repaired; a {@link OrdersResult.RepairRun}. */
        REPAIRED,
        /** A list of {@link OrdersResult.LookUp}. */
        LOOKED_UP,
        /** It fails; a {@link WriterFailure}. */
        FAILED,
        /** Said by this side: the process has ended; its exit code. */
        ENDED
    }

    String line() {
        return word + " " + rest;
    }

    static boolean isReply(String line) {
        return Arrays.stream(Word.values()).anyMatch(word -> line.startsWith(word + " "));
    }

    static Reply parse(int writer, String line) {
        int blank = line.indexOf(' ');
        return new Reply(writer, Word.valueOf(line.substring(0, blank)), line.substring(blank + 1));
    }
}
