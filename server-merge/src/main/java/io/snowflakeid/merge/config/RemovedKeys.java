package io.snowflakeid.merge.config;

import java.util.List;
import java.util.Map;

/** What to do instead of a setting that earlier versions had, or that other programs have. */
final class RemovedKeys {

    private static final String RECOMPUTE =
            "was removed: write class: skip, and fill the table by SQL of your own after verify";
    private static final String EARLIEST =
            "was removed: write class: main-only, or list the key under unique with on-clash: keep-first, and ";
    private static final String KEEP_NEWEST = EARLIEST + "take newer rows over by SQL of your own after verify";
    private static final String SUM_BY_KEY = EARLIEST + "add the others' values by SQL of your own after verify";

    /** By section and key. */
    private static final Map<String, String> KEYS = Map.of(
            "server.password",
            "is not taken from this file, which is copied and shown: name an environment variable by password-env, or a file by"
                    + " password-file",
            "tables.recompute",
            RECOMPUTE,
            "tables.by",
            KEEP_NEWEST,
            "tables.sums",
            SUM_BY_KEY);

    private static final Map<String, String> TABLE_CLASSES =
            Map.of("recompute", RECOMPUTE, "keep-newest", KEEP_NEWEST, "sum-by-key", SUM_BY_KEY);

    private RemovedKeys() {}

    /** The answer to a key that is not allowed at the end of this path, to be read behind it. */
    static String answer(String path, String key, List<String> allowed) {
        return KEYS.getOrDefault(
                path.split("\\.", 2)[0] + "." + key,
                "is not a known key" + Suggestion.behind(key, allowed) + "; keys allowed here: "
                        + String.join(", ", allowed));
    }

    /** The answer to a word that is not allowed for an enum, to be read behind the word. */
    static String answer(Class<?> type, String word, List<String> allowed) {
        String instead = type == TableConfig.TableClass.class ? TABLE_CLASSES.get(word) : null;
        return instead == null
                ? ", but must be one of " + String.join(", ", allowed) + Suggestion.behind(word, allowed)
                : ", which " + instead;
    }
}
