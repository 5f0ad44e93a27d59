package io.snowflakeid.merge.sql;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An SQL condition that an operator wrote: it is put between parentheses, and must mean the same in every statement. */
public final class SqlCondition {

    private static final Pattern QUOTED =
            Pattern.compile("'(?:[^'\\\\]|\\\\.|'')*+'|\"(?:[^\"\\\\]|\\\\.|\"\")*+\"|`(?:[^`]|``)*+`", Pattern.DOTALL);

    /** NOW() and its kin are none of them: a session is told the moment of the plan. */
    private static final Pattern UNSTEADY = Pattern.compile(
            "\\b(?:rand|random|random_bytes|secure_rand|uuid|uuid_short|uuid_v4|uuid_v7|random_uuid|sys_guid|sysdate"
                    + "|connection_id|session_id|last_insert_id|found_rows|row_count|nextval|lastval|setval|get_lock|sleep"
                    + "|database|schema)\\s*\\(",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern VARIABLE = Pattern.compile("@[\\w@.$]*");

    private SqlCondition() {}

    /** What is wrong with it, to be read behind its name; empty if nothing is. */
    public static Optional<String> faultOf(String sql) {
        if (sql.isBlank()) {
            return Optional.of("is empty: write an SQL condition, or leave the key out");
        }
        if (sql.contains(";")) {
            return Optional.of("holds ';', but must be one condition: write CHAR(59) if a value holds it");
        }
        String bare = QUOTED.matcher(sql).replaceAll("q");
        if (bare.contains("'") || bare.contains("\"") || bare.contains("`")) {
            return Optional.of("opens a quote that it does not close");
        }
        if (bare.contains("--") || bare.contains("/*") || bare.contains("#")) {
            return Optional.of("holds an SQL comment: write it as a comment of YAML");
        }
        if (!balanced(bare)) {
            return Optional.of("has parentheses that do not match");
        }
        Matcher variable = VARIABLE.matcher(bare);
        if (variable.find()) {
            return Optional.of("reads the variable " + variable.group()
                    + ", which each session has for itself: write the value itself");
        }
        // a function may be called by a name in quotes
        Matcher unsteady = UNSTEADY.matcher(QUOTED.matcher(sql)
                .replaceAll(quoted -> quoted.group().startsWith("`")
                        ? Matcher.quoteReplacement(quoted.group().replace("`", ""))
                        : "q"));
        if (unsteady.find()) {
            return Optional.of("calls " + unsteady.group().replaceAll("[\\s(].*", "")
                    + ", whose answer changes from one statement to the next: write the value itself");
        }
        return Optional.empty();
    }

    private static boolean balanced(String bare) {
        int open = 0;
        for (int i = 0; i < bare.length(); i++) {
            char letter = bare.charAt(i);
            open += letter == '(' ? 1 : letter == ')' ? -1 : 0;
            if (open < 0) {
                return false;
            }
        }
        return open == 0;
    }
}
