package io.snowflakeid.merge.planning.names;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Follow;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Whether all columns that get new names have the characters that the pattern adds to the old ones. */
public final class PatternCheck extends PlanCheck {

    public PatternCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    @Override
    public void look() throws SQLException {
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
            String name = table.name() + "." + column.name();
            findings.error(
                    FindingCode.CONFIG_UNIQUE,
                    name,
                    "pattern " + rule.pattern() + " has " + lacking + ", and the character set " + charset
                            + " of column " + name
                            + " on the main server has no such character: take another pattern, or another character set for the"
                            + " column; correct "
                            + Uniques.place(game.config(), Uniques.configOf(game.config(), rule)));
        }
    }

    /** Those of its characters that the server cannot convert. */
    private String lacking(String pattern, String charset) throws SQLException {
        List<String> lacking = new ArrayList<>();
        String own = pattern.replace("{name}", "").replace("{alias}", "");
        String sql = "SELECT CAST(CONVERT(CONVERT(x.c USING " + charset + ") USING utf8mb4) AS BINARY)"
                + " = CAST(x.c AS BINARY) FROM (SELECT CONVERT(? USING utf8mb4) AS c) x";
        for (int character : own.codePoints().distinct().toArray()) {
            if (game.texts(sql, Character.toString(character)).get(0).equals("0")) {
                lacking.add("'%s' (U+%04X)".formatted(Character.toString(character), character));
            }
        }
        return String.join(", ", lacking);
    }
}
