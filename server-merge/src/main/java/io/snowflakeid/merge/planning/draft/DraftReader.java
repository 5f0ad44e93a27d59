package io.snowflakeid.merge.planning.draft;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.rows.SourceTable;
import io.snowflakeid.merge.rows.Survival;
import io.snowflakeid.merge.sql.Dialect;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Asks the sources about the draft of a plan. */
public abstract class DraftReader {

    /** So many rows or values are shown of what is found. */
    public static final int SAMPLES = 5;

    public final Game game;
    public final MergePlan draft;
    public final Findings findings;
    public final Dialect dialect;

    protected DraftReader(Game game, MergePlan draft, Findings findings) {
        this.game = game;
        this.draft = draft;
        this.findings = findings;
        dialect = game.sessions().dialect();
    }

    /** {@code FROM} and {@code WHERE} of a source's rows {@code s} that fulfil these conditions and go into the target. */
    protected final String going(TablePlan table, SourcePlan source, Collection<String> conditions) {
        List<String> all = new ArrayList<>(conditions);
        all.addAll(new Survival(draft, dialect).going(table, source, "s"));
        return " FROM " + SourceTable.rows(dialect, table, source, "s")
                + (all.isEmpty() ? "" : " WHERE " + String.join(" AND ", all));
    }

    /** How many rows there are, and a few of them. */
    protected record Found(long count, List<String> samples) {}

    /** Rows {@code s} of a source, of which some are shown by these columns and those of the key. */
    protected final Found find(SourcePlan source, TablePlan table, Collection<String> columns, String from)
            throws SQLException {
        long count = game.count(source, "SELECT COUNT(*)" + from);
        if (count == 0) {
            return new Found(0, List.of());
        }
        List<String> names =
                Stream.concat(columns.stream(), table.key().stream()).distinct().toList();
        String select = names.stream().map(name -> "s." + dialect.quote(name)).collect(Collectors.joining(", "));
        return new Found(
                count,
                game.rows(source, "SELECT " + select + from + " LIMIT " + SAMPLES).stream()
                        .map(row -> IntStream.range(0, names.size())
                                .mapToObj(i -> names.get(i) + " = " + row.get(i))
                                .collect(Collectors.joining(", ")))
                        .toList());
    }
}
