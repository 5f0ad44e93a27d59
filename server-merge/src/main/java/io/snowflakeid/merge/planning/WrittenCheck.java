package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.SchemaReader;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import io.snowflakeid.merge.rows.PrintReader;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether a source was changed between the first reading and this one, as far as definitions and times of the last write tell: a
 * plan that is made of two states is right for neither.
 *
 * <p>Servers tell that time in seconds: a write in the very second of the one before it is not seen, unless a run sees it by counts
 * or checksums.
 */
final class WrittenCheck extends PlanCheck {

    public WrittenCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    @Override
    public void look() throws SQLException {
        for (SourcePlan source : draft.sources()) {
            Schema before = game.schemas().get(source.number() - 1);
            Schema now = game.sessions().with(session -> SchemaReader.read(session, source.database()));
            Set<String> names = new LinkedHashSet<>(before.tables().keySet());
            names.addAll(now.tables().keySet());
            for (String name : names) {
                String change = change(before.tables().get(name), now.tables().get(name));
                if (change != null) {
                    findings.error(
                            FindingCode.SOURCE_WRITTEN,
                            source.alias() + "." + name,
                            change + " while it was planned: stop what writes to the source and plan again");
                }
            }
        }
    }

    private static @Nullable String change(@Nullable Table before, @Nullable Table now) {
        if (before == null) {
            return "was created";
        }
        if (now == null) {
            return "was dropped";
        }
        if (!PrintReader.definition(before).equals(PrintReader.definition(now))) {
            return "was defined anew";
        }
        String write = now.lastWrite();
        return write == null || Objects.equals(before.lastWrite(), write)
                ? null
                : "was written to at " + write + " UTC";
    }
}
