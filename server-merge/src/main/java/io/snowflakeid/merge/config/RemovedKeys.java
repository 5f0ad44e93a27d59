package io.snowflakeid.merge.config;

import java.util.List;
import java.util.Map;

/** What to answer to a key that is not allowed where it stands. */
final class RemovedKeys {

    private static final Map<String, String> ANSWERS = Map.of(
            "server.password",
            "is not taken from this file, which is copied and shown: name an environment variable by password-env, or a file by"
                    + " password-file");

    private RemovedKeys() {}

    /** To be read behind the key. */
    static String answer(List<String> path, String key, List<String> allowed) {
        String section = path.isEmpty() ? "" : path.get(0).replaceFirst("^\\[.*", "");
        return ANSWERS.getOrDefault(
                section + "." + key,
                "is not a known key" + Suggestion.after(key, allowed) + "; keys allowed here: "
                        + String.join(", ", allowed));
    }
}
