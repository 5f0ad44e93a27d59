package io.snowflakeid.merge;

import java.util.List;

/** {@code merge.yaml}, or a password that it names, cannot be used; nothing was read or written in a database. */
public final class ConfigException extends RuntimeException {

    private final List<String> problems;

    /** A line for each problem. */
    public ConfigException(String... problems) {
        super(String.join("\n", problems));
        this.problems = List.of(problems);
    }

    /** What is wrong, a line each: the file, line and column where it stands, the value seen, what is allowed. */
    public List<String> problems() {
        return problems;
    }
}
