package io.snowflakeid.merge.schema;

import io.snowflakeid.merge.schema.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a definition says behind the list of columns and keys.
 *
 * @param options tokens up to the partitioning
 * @param partitioning {@code PARTITION BY …} on InnoDB, or null
 */
record TableOptions(List<SqlToken> options, @Nullable String partitioning) {

    static TableOptions of(List<SqlToken> tokens) {
        int at = partitionedAt(tokens);
        if (at < 0) {
            return new TableOptions(List.copyOf(tokens), null);
        }
        List<SqlToken> before = new ArrayList<>(tokens.subList(0, at));
        List<SqlToken> after = new ArrayList<>(tokens.subList(at, tokens.size()));
        int last = before.size() - 1;
        while (last >= 0 && before.get(last).kind() == Kind.SPACE) {
            last--;
        }
        if (last >= 0 && before.get(last).text().startsWith("/*")) {
            before.subList(last, before.size()).clear();
            after.removeIf(token -> token.is("*/"));
        }
        replaceValue(after, "ENGINE", "InnoDB");
        return new TableOptions(List.copyOf(before), SqlTokens.join(after).strip());
    }

    private static int partitionedAt(List<SqlToken> tokens) {
        for (int i = 0; i < tokens.size(); i++) {
            int next = next(tokens, i);
            if (tokens.get(i).is("PARTITION") && next >= 0 && tokens.get(next).is("BY")) {
                return i;
            }
        }
        return -1;
    }

    /** Options that mean the same on InnoDB; the counter begins anew. */
    String onInnoDb() {
        List<SqlToken> kept = new ArrayList<>(options);
        String engine = value("ENGINE");
        if (engine == null || !engine.toUpperCase(Locale.ROOT).equals("INNODB")) {
            kept = new ArrayList<>(SqlTokens.of(" ENGINE=InnoDB", SqlTokens.Dialect.MYSQL));
            keep(kept, "CHARSET", "DEFAULT CHARSET");
            keep(kept, "COLLATE", "COLLATE");
            keep(kept, "COMMENT", "COMMENT");
            keepVersioning(kept);
        } else {
            removeValue(kept, "AUTO_INCREMENT");
        }
        String text = SqlTokens.join(kept).strip();
        return partitioning == null ? text : text + "\n" + partitioning;
    }

    private void keep(List<SqlToken> kept, String option, String written) {
        String value = value(option);
        if (value != null) {
            kept.add(new SqlToken(Kind.WORD, " " + written + "=" + value));
        }
    }

    private void keepVersioning(List<SqlToken> kept) {
        if (options.stream().anyMatch(token -> token.is("VERSIONING"))) {
            kept.add(new SqlToken(Kind.WORD, " WITH SYSTEM VERSIONING"));
        }
    }

    private @Nullable String value(String option) {
        int at = valueAt(options, option, 0);
        return at < 0 ? null : options.get(at).text();
    }

    private static void replaceValue(List<SqlToken> tokens, String option, String value) {
        for (int at = valueAt(tokens, option, 0); at >= 0; at = valueAt(tokens, option, at)) {
            tokens.set(at, new SqlToken(Kind.WORD, value));
        }
    }

    private static void removeValue(List<SqlToken> tokens, String option) {
        int end = valueAt(tokens, option, 0);
        if (end >= 0) {
            int begin = end;
            while (!tokens.get(begin).is(option)) {
                begin--;
            }
            tokens.subList(begin, Math.min(end + 2, tokens.size())).clear();
        }
    }

    /** Where the value of an option stands that has an equals sign, or -1. */
    private static int valueAt(List<SqlToken> tokens, String option, int from) {
        for (int i = from; i < tokens.size(); i++) {
            int sign = next(tokens, i);
            if (tokens.get(i).is(option) && sign >= 0 && tokens.get(sign).is("=")) {
                return next(tokens, sign);
            }
        }
        return -1;
    }

    private static int next(List<SqlToken> tokens, int at) {
        for (int i = at + 1; i < tokens.size(); i++) {
            if (tokens.get(i).kind() != Kind.SPACE) {
                return i;
            }
        }
        return -1;
    }
}
