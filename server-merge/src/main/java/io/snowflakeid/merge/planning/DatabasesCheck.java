package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.CatalogQuery;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.MergeConfig.StoredObjects;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.rows.PrintReader;
import io.snowflakeid.merge.sql.AuditNames;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Whether the target is new, or empty; what will not be in it; and whether a source was changed between the first reading and the last
 * one, as far as definitions and times of the last write show it: a plan that is made of two states is right for neither.
 *
 * <p>Servers know that time in seconds: a write in the very second of the one before it is not seen, unless a run sees it by counts
 * or checksums.
 */
record DatabasesCheck(Draft draft) {

    /** As the catalog writes the user of the session. */
    private static final String GRANTEE = "CONCAT('\\'', SUBSTRING_INDEX(CURRENT_USER(), '@', 1), '\\'@\\'',"
            + " SUBSTRING_INDEX(CURRENT_USER(), '@', -1), '\\'')";

    // ------------------------------------------------------------------------------------------------------- target

    void lookAtTarget() throws SQLException {
        refuseTarget();
        Schema main = draft.main();
        List<String> triggers = main.triggers().stream()
                .map(trigger -> trigger.name() + " on " + trigger.table())
                .toList();
        refuse(FindingCode.TRIGGERS, draft.config.triggers(), triggers);
        List<String> views = main.views().stream().map(Schema.View::name).toList();
        refuse(FindingCode.VIEWS, draft.config.views(), views);
        if (!main.others().isEmpty()) {
            draft.findings.warning(
                    FindingCode.NOT_CARRIED,
                    draft.plan.target(),
                    "events, routines, sequences, and views and triggers that are listed here, are not carried: create them in the target"
                            + " when the merge is verified",
                    main.others().size(),
                    main.others());
        }
        for (TablePlan table : draft.plan.tables()) {
            if (table.columns().isEmpty()) {
                draft.findings.error(
                        FindingCode.NO_COLUMNS,
                        table.name(),
                        "all of its columns are computed, so there is nothing to copy: give it the class skip, and drop or"
                                + " fill it afterwards");
            }
        }
    }

    private void refuseTarget() throws SQLException {
        String target = draft.plan.target();
        List<String> there = new ArrayList<>(draft.sessions.with(session -> CatalogQuery.tables(session, target)));
        // a plan that was killed
        there.removeIf(name -> name.startsWith(AuditNames.LEFT_OUT));
        if (there.contains(AuditNames.RUN)) {
            String state = "SELECT state FROM " + draft.dialect.table(target, AuditNames.RUN);
            draft.findings.error(
                    FindingCode.TARGET_NOT_EMPTY,
                    target,
                    draft.texts(state).contains("finished")
                            ? "the target holds a merge that is finished: name a new database, or drop this one to merge again"
                            : "the target holds a merge that is under way: carry on with its plan, or drop it to plan anew");
        } else if (!there.isEmpty()) {
            draft.findings.error(
                    FindingCode.TARGET_NOT_EMPTY,
                    target,
                    "the target is not empty: name a new database, or drop this one",
                    there.size(),
                    there.stream().limit(Draft.SAMPLES).toList());
        }
    }

    private void refuse(FindingCode code, StoredObjects policy, List<String> names) {
        if (policy == StoredObjects.REFUSE && !names.isEmpty()) {
            String objects = code.name().toLowerCase(Locale.ROOT);
            draft.findings.error(
                    code,
                    draft.plan.target(),
                    objects + " are to be refused: drop them on the main server, or choose after-load",
                    names.size(),
                    names);
        }
    }

    // ------------------------------------------------------------------------------------------------------ sources

    void lookAtSources() throws SQLException {
        lookForUnseen();
        List<String> audit = new ArrayList<>();
        for (SourcePlan source : draft.plan.sources()) {
            Schema before = draft.schemas.get(source.number() - 1);
            before.audit().forEach(name -> audit.add(source.alias() + "." + name));
            draft.plan.tables().stream()
                    .filter(table -> table.copiedFrom(source.number()))
                    .flatMap(table -> draft.table(source, table.name()).stream())
                    .filter(table -> table.definition().create().matches("(?s).* WITH SYSTEM VERSIONING(?:\\n.*)?"))
                    .forEach(table -> draft.findings.error(
                            FindingCode.SYSTEM_VERSIONED,
                            source.alias() + "." + table.name(),
                            "the table keeps its history, of which the target gets the present rows alone: drop the system"
                                    + " versioning on the source, or accept that the history is lost"));
            compare(source, before);
        }
        if (!audit.isEmpty()) {
            String message = "tables and views of earlier merges are not copied";
            draft.findings.add(new Finding(
                    Severity.NOTE,
                    FindingCode.SOURCE_MERGED,
                    draft.plan.target(),
                    message,
                    (long) audit.size(),
                    audit));
        }
    }

    /** Triggers and events that the catalog hides from the user; the target would lack them in silence. */
    private void lookForUnseen() throws SQLException {
        String database = draft.main().database();
        if (draft.isH2()
                || !draft.texts("SELECT COALESCE(CURRENT_ROLE(), 'NONE')").contains("NONE")) {
            return;
        }
        List<String> unseen = new ArrayList<>(List.of("TRIGGER", "EVENT"));
        unseen.removeAll(draft.texts("""
                SELECT privilege_type FROM information_schema.user_privileges WHERE grantee = %1$s
                UNION SELECT privilege_type FROM information_schema.schema_privileges
                WHERE grantee = %1$s AND ? LIKE table_schema""".formatted(GRANTEE), database));
        if (!unseen.isEmpty()) {
            draft.findings.warning(
                    FindingCode.NOT_SEEN,
                    database,
                    "the user lacks " + String.join(" and ", unseen)
                            + " on the main server's database, and sees none of these there: the target would lack them; GRANT "
                            + String.join(", ", unseen) + " and plan again, or know that there are none",
                    unseen.size(),
                    List.of());
        }
    }

    private void compare(SourcePlan source, Schema before) throws SQLException {
        Schema now = draft.sessions.with(session -> draft.dialect.schema(session, source.database()));
        TreeSet<String> names = new TreeSet<>(before.tables().keySet());
        names.addAll(now.tables().keySet());
        for (String name : names) {
            String change = change(before.tables().get(name), now.tables().get(name));
            if (change != null) {
                draft.findings.error(
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
