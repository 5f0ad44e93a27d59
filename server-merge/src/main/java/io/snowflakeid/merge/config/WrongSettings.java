package io.snowflakeid.merge.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Thrown by the constructor of a configuration record that has invalid components. */
final class WrongSettings extends IllegalArgumentException {

    private static final Pattern QUOTED =
            Pattern.compile("'(?:[^'\\\\]|\\\\.|'')*+'|\"(?:[^\"\\\\]|\\\\.|\"\")*+\"|`(?:[^`]|``)*+`", Pattern.DOTALL);

    /** A forbidden pattern in an SQL condition, and the error message. */
    private record Rule(String pattern, String fault) {
        Optional<String> in(String bare) {
            Matcher found = Pattern.compile(pattern, Pattern.CASE_INSENSITIVE).matcher(bare);
            return found.find() ? Optional.of(fault.formatted(found.group())) : Optional.empty();
        }
    }

    /** NOW() is allowed in conditions, because all sessions of a merge set the current time to the time of the plan. */
    private static final List<Rule> RULES = List.of(
            new Rule("['\"`]", "opens a quote that it does not close"),
            new Rule("--|/\\*|#", "holds an SQL comment: write it as a comment of YAML"),
            new Rule("@[\\w@.$]*", "reads the variable %s, which each session has for itself: write the value itself"),
            new Rule(
                    "\\b(?:rand|random|random_bytes|secure_rand|uuid|uuid_short|uuid_v4|uuid_v7|random_uuid|sys_guid|sysdate"
                            + "|connection_id|session_id|last_insert_id|found_rows|row_count|nextval|lastval|setval|get_lock|sleep"
                            + "|database|schema)(?=\\s*\\()",
                    "calls %s, whose answer changes from one statement to the next: write the value itself"));

    /** The error messages, with the path of the invalid component as the key. */
    final transient Map<String, String> faults = new LinkedHashMap<>();

    WrongSettings unless(boolean right, String path, String what) {
        if (!right) {
            faults.putIfAbsent(path, what);
        }
        return this;
    }

    /** Rejects an SQL condition that is incomplete or nondeterministic. */
    WrongSettings unlessCondition(@Nullable String sql, String path) {
        String fault = sql == null ? "" : faultOf(sql);
        return unless(fault.isEmpty(), path, fault);
    }

    private static String faultOf(String sql) {
        if (sql.isBlank()) {
            return "is empty: write an SQL condition, or leave the key out";
        }
        if (sql.contains(";")) {
            return "holds ';', but must be one condition: write CHAR(59) if a value holds it";
        }
        // quoted text is replaced, because quoted text may contain the name of a function
        String bare = QUOTED.matcher(sql)
                .replaceAll(quoted ->
                        quoted.group().startsWith("`") ? quoted.group().replaceAll("\\W", "") : "q");
        return RULES.stream()
                .flatMap(rule -> rule.in(bare).stream())
                .findFirst()
                .orElse(balanced(bare) ? "" : "has parentheses that do not match");
    }

    private static boolean balanced(String bare) {
        String open = bare.replaceAll("[^()]", "");
        while (open.contains("()")) {
            open = open.replace("()", "");
        }
        return open.isEmpty();
    }

    void throwIfAny() {
        if (!faults.isEmpty()) {
            throw this;
        }
    }

    @Override
    public String getMessage() {
        return faults.entrySet().stream()
                .map(fault -> fault.getKey() + " " + fault.getValue())
                .collect(Collectors.joining("; ", "is wrong: ", ""));
    }
}
