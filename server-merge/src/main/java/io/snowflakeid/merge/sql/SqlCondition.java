package io.snowflakeid.merge.sql;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An SQL condition that an operator wrote: it is put between parentheses, and must mean the same in every statement. */
public final class SqlCondition {

    private static final Pattern QUOTED =
            Pattern.compile("'(?:[^'\\\\]|\\\\.|'')*+'|\"(?:[^\"\\\\]|\\\\.|\"\")*+\"|`(?:[^`]|``)*+`", Pattern.DOTALL);

    /** What must not be outside of quotes, and what is wrong then. */
    private record Rule(Pattern pattern, String fault) {
        Rule(String pattern, String fault) {
            this(Pattern.compile(pattern, Pattern.CASE_INSENSITIVE), fault);
        }
    }

    /** NOW() and its kin are none of these functions: a session is set to the moment of the plan. */
    private static final List<Rule> RULES = List.of(
            new Rule("['\"`]", "opens a quote that it does not close"),
            new Rule("--|/\\*|#", "holds an SQL comment: write it as a comment of YAML"),
            new Rule("@[\\w@.$]*", "reads the variable %s, which each session has for itself: write the value itself"),
            new Rule(
                    "\\b(?:rand|random|random_bytes|secure_rand|uuid|uuid_short|uuid_v4|uuid_v7|random_uuid|sys_guid|sysdate"
                            + "|connection_id|session_id|last_insert_id|found_rows|row_count|nextval|lastval|setval|get_lock|sleep"
                            + "|database|schema)(?=\\s*\\()",
                    "calls %s, whose answer changes from one statement to the next: write the value itself"));

    private SqlCondition() {}

    /** What is wrong with it, to be read behind its name; empty if nothing is. */
    public static Optional<String> faultOf(String sql) {
        if (sql.isBlank()) {
            return Optional.of("is empty: write an SQL condition, or leave the key out");
        }
        if (sql.contains(";")) {
            return Optional.of("holds ';', but must be one condition: write CHAR(59) if a value holds it");
        }
        // a function may be called by a name in quotes
        String bare = QUOTED.matcher(sql)
                .replaceAll(quoted ->
                        quoted.group().startsWith("`") ? quoted.group().replaceAll("\\W", "") : "q");
        for (Rule rule : RULES) {
            Matcher found = rule.pattern().matcher(bare);
            if (found.find()) {
                return Optional.of(rule.fault().formatted(found.group()));
            }
        }
        return balanced(bare) ? Optional.empty() : Optional.of("has parentheses that do not match");
    }

    private static boolean balanced(String bare) {
        int open = 0;
        for (int i = 0; i < bare.length() && open >= 0; i++) {
            open += bare.charAt(i) == '(' ? 1 : bare.charAt(i) == ')' ? -1 : 0;
        }
        return open == 0;
    }
}
