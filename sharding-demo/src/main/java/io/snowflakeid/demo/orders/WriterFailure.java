package io.snowflakeid.demo.orders;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * Why a writer process fails.
 *
 * @param line what happened, and what lay at its bottom, in one line
 * @param stackTrace for those who ask for it
 */
record WriterFailure(String line, String stackTrace) {

    static WriterFailure of(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String text = root == failure ? failure.toString() : failure + ", caused by " + root;
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        return new WriterFailure(text.replaceAll("\\s*\\R\\s*", " "), trace.toString());
    }
}
