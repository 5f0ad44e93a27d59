package io.snowflakeid.redis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The scripts that decide; each begins with what is common to all of them, {@code ledger.lua}. */
enum LedgerScript {
    ACQUIRE,
    RENEW,
    RELEASE,
    LIST,
    RECOVER,
    FIRST_USE;

    private final String text;

    LedgerScript() {
        text = read("ledger.lua") + read(name().toLowerCase(Locale.ROOT) + ".lua");
    }

    String text() {
        return text;
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
