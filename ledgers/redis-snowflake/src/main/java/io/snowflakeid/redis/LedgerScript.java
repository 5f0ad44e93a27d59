package io.snowflakeid.redis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** The Lua scripts that read and write a namespace's hash. */
enum LedgerScript {
    READ(7, "read"),
    ROWS(1, "rows"),
    WRITE(1, "written|changed");

    private final int leastLength;
    private final String first; // a regular expression for the first text of the reply
    private final String text;

    LedgerScript(int leastLength, String first) {
        this.leastLength = leastLength;
        this.first = first;
        text = read("ledger.lua") + read(name().toLowerCase(Locale.ROOT) + ".lua");
    }

    String text() {
        return text;
    }

    List<String> checked(List<String> reply) {
        if (reply.size() < leastLength || !reply.get(0).matches(first)) {
            throw new IllegalStateException("a reply of the script " + name() + " begins with " + first
                    + " and has at least " + leastLength + " texts, but this one is " + reply
                    + ": RedisScripts must return the whole array");
        }
        return reply;
    }

    private static String read(String name) {
        try (InputStream in = LedgerScript.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("resource io/snowflakeid/redis/" + name + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("resource io/snowflakeid/redis/" + name + " could not be read", e);
        }
    }
}
