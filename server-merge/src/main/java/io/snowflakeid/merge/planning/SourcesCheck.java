package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import io.snowflakeid.merge.planning.draft.ServerKind;
import io.snowflakeid.merge.rows.PrintReader;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the sources hide or keep, and whether one was changed between the first reading and this one, as far as definitions and times
 * of the last write tell: a plan that is made of two states is right for neither.
 *
 * <p>Servers tell that time in seconds: a write in the very second of the one before it is not seen, unless a run sees it by counts
 * or checksums.
 */
final class SourcesCheck extends PlanCheck {

    /** As the catalog writes the user of the session. */
    private static final String GRANTEE = "CONCAT('\\'', SUBSTRING_INDEX(CURRENT_USER(), '@', 1), '\\'@\\'',"
            + " SUBSTRING_INDEX(CURRENT_USER(), '@', -1), '\\'')";

    public SourcesCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    @Override
    public void look() throws SQLException {
        lookForUnseen();
        List<String> audit = new ArrayList<>();
        for (SourcePlan source : draft.sources()) {
            Schema before = game.schemas().get(source.number() - 1);
            before.audit().forEach(name -> audit.add(source.alias() + "." + name));
            draft.tables().stream()
                    .filter(table -> table.copiedFrom(source.number()))
                    .flatMap(table -> game.table(source, table.name()).stream())
                    .filter(table -> table.definition().create().matches("(?s).* WITH SYSTEM VERSIONING(?:\\n.*)?"))
                    .forEach(table -> findings.error(
                            FindingCode.SYSTEM_VERSIONED,
                            source.alias() + "." + table.name(),
                            "the table keeps its history, of which the target gets the present rows alone: drop the system"
                                    + " versioning on the source, or accept that the history is lost"));
            compare(source, before);
        }
        if (!audit.isEmpty()) {
            String message = "tables and views of earlier merges are not copied";
            findings.note(FindingCode.SOURCE_MERGED, draft.target(), message, (long) audit.size(), audit);
        }
    }

    /** Triggers and events that the catalog hides from the user; the target would lack them in silence. */
    private void lookForUnseen() throws SQLException {
        String database = draft.sources().get(0).database();
        if (ServerKind.of(draft) == ServerKind.H2
                || !game.texts("SELECT COALESCE(CURRENT_ROLE(), 'NONE')").contains("NONE")) {
            return;
        }
        List<String> unseen = new ArrayList<>(List.of("TRIGGER", "EVENT"));
        unseen.removeAll(game.texts("""
                SELECT privilege_type FROM information_schema.user_privileges WHERE grantee = %1$s
                UNION SELECT privilege_type FROM information_schema.schema_privileges
                WHERE grantee = %1$s AND ? LIKE table_schema""".formatted(GRANTEE), database));
        if (!unseen.isEmpty()) {
            findings.warning(
                    FindingCode.NOT_SEEN,
                    database,
                    "the user lacks " + String.join(" and ", unseen)
                            + " on the main server's database, and sees none of these there: the target would lack them; GRANT "
                            + String.join(", ", unseen) + " and plan again, or know that there are none",
                    (long) unseen.size(),
                    List.of());
        }
    }

    private void compare(SourcePlan source, Schema before) throws SQLException {
        Schema now = game.sessions().with(session -> dialect.schema(session, source.database()));
        TreeSet<String> names = new TreeSet<>(before.tables().keySet());
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

    private static @Nullable String change(@Nullable Table before, @Nullable Table now) {
        if (before == null || now == null) {
            return before == null ? "was created" : "was dropped";
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
