package io.snowflakeid.redis;

import io.snowflakeid.VisibleText;
import io.snowflakeid.ledger.spi.LedgerState;
import java.util.List;

/** A namespace as the texts that are stored, in the order that {@code ledger.lua} names. Its place is not stored: it is the key. */
final class NamespaceText {

    /** Of one that is not there. */
    static final List<String> ABSENT = List.of("", "", "", "", "", "", "", "");

    private NamespaceText() {}

    static List<String> write(LedgerState state) {
        return List.of(
                state.layout(),
                state.scope(),
                state.version(),
                state.ledgerId(),
                String.valueOf(state.opensAt()),
                String.valueOf(state.longestWindow()),
                state.server(),
                state.group());
    }

    static LedgerState read(List<String> texts) {
        return new LedgerState(
                texts.get(0),
                texts.get(1),
                texts.get(2),
                texts.get(3),
                "",
                tick("opens_at", texts.get(4)),
                tick("longest_window", texts.get(5)),
                texts.get(6),
                texts.get(7));
    }

    private static long tick(String field, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "the field " + field + " of a namespace is a whole number, but is '" + VisibleText.of(text)
                            + "': another program has written there",
                    e);
        }
    }
}
