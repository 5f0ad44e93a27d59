package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.ConfigLines;
import io.snowflakeid.merge.config.UniqueConfig;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Follow;
import io.snowflakeid.merge.plan.UniquePlan;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** Whether all columns that get new names have the characters that the pattern adds to the old ones. */
final class PatternCheck extends PlanCheck {

    PatternCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    void look() throws SQLException {
        for (TablePlan table : draft.tables()) {
            for (ColumnPlan column : table.columns()) {
                List<Integer> rules =
                        column.follows().stream().map(Follow::rule).distinct().toList();
                for (int rule : rules) {
                    look(table, column, draft.uniques().get(rule - 1));
                }
            }
        }
    }

    private void look(TablePlan table, ColumnPlan column, UniquePlan rule) throws SQLException {
        String charset = column.column().charset();
        if (charset == null || draft.sources().stream().noneMatch(source -> table.copiedFrom(source.number()))) {
            return;
        }
        String lacking = lacking(rule.pattern(), charset);
        if (!lacking.isEmpty()) {
            findings.error(
                    FindingCode.CONFIG_UNIQUE,
                    table.name() + "." + column.name(),
                    "pattern " + rule.pattern() + " has " + lacking + ", and the character set " + charset
                            + " of column "
                            + table.name() + "." + column.name()
                            + " on the main server has no such character: take another pattern, or another character set for the"
                            + " column; correct " + place(rule));
        }
    }

    private String lacking(String pattern, String charset) throws SQLException {
        List<String> characters = pattern.replace("{name}", "")
                .replace("{alias}", "")
                .codePoints()
                .distinct()
                .mapToObj(Character::toString)
                .toList();
        if (characters.isEmpty()) {
            return "";
        }
        String all = characters.stream()
                .map(character -> "SELECT CONVERT(? USING utf8mb4) AS c")
                .collect(Collectors.joining(" UNION ALL "));
        return new ServerQuery(game.sessions())
                        .column(
                                "SELECT x.c FROM (" + all + ") x WHERE CAST(CONVERT(CONVERT(x.c USING " + charset
                                        + ") USING utf8mb4) AS BINARY) <> CAST(x.c AS BINARY)",
                                characters.toArray(String[]::new))
                        .stream()
                        .map(character -> "'%s' (U+%04X)".formatted(character, character.codePointAt(0)))
                        .collect(Collectors.joining(", "));
    }

    private String place(UniquePlan rule) {
        List<UniqueConfig> all = game.config().unique();
        int number = 0;
        while (!made(all.get(number), rule)) {
            number++;
        }
        return game.config().lines().at("unique", ConfigLines.item(number));
    }

    private static boolean made(UniqueConfig line, UniquePlan rule) {
        return line.onClash() == OnClash.RENAME
                && line.table().equals(rule.table())
                && line.columns().get(0).equalsIgnoreCase(rule.columns().get(0));
    }
}
