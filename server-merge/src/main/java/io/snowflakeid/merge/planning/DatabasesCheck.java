package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.catalog.CatalogQuery;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.MergeConfig.StoredObjects;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.planning.Findings.Found;
import io.snowflakeid.merge.result.FindingCode;
import io.snowflakeid.merge.sql.AuditNames;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Checks that the target is new or empty, and reports objects that a merge does not copy into the target. */
record DatabasesCheck(Draft draft) {

    /** An SQL expression for the session's user in the format of {@code information_schema}. */
    private static final String GRANTEE = "CONCAT('\\'', SUBSTRING_INDEX(CURRENT_USER(), '@', 1), '\\'@\\'',"
            + " SUBSTRING_INDEX(CURRENT_USER(), '@', -1), '\\'')";

    void look() throws SQLException {
        refuseTarget();
        lookForUnseen();
        Schema main = draft.main();
        Stream<String> triggers = main.triggers().stream().map(each -> each.name() + " on " + each.table());
        refuse("triggers", draft.config.triggers(), triggers);
        refuse("views", draft.config.views(), main.views().stream().map(Schema.View::name));
        String others = "events, routines, sequences, and views and triggers that are listed here, are not created";
        draft.findings.add(FindingCode.NOT_CARRIED, draft.plan.target(), others, Found.of(main.others()));
        List<String> audit = new ArrayList<>();
        for (SourcePlan source : draft.plan.sources()) {
            Schema schema = draft.schemas.get(source.number() - 1);
            schema.audit().forEach(name -> audit.add(source.alias() + "." + name));
            schema.tables().values().forEach(table -> lookForHistory(source, table));
        }
        String earlier = "tables and views of earlier merges are not copied";
        draft.findings.add(FindingCode.NOT_CARRIED, draft.plan.target(), earlier, Found.of(audit));
    }

    private void refuseTarget() throws SQLException {
        String target = draft.plan.target();
        List<String> there = draft.sessions.with(session -> CatalogQuery.tables(session, target)).stream()
                // a terminated command can leave tables with the keys of left-out rows
                .filter(name -> !name.startsWith(AuditNames.LEFT_OUT))
                .toList();
        List<String> samples = there.stream().limit(Draft.SAMPLES).toList();
        draft.findings.add(
                FindingCode.TARGET_NOT_EMPTY, target, "the target has tables", new Found(there.size(), samples));
    }

    /** Reports missing rights on triggers and events, because the catalog shows no triggers or events without these rights. */
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
            String lacks = "the user lacks " + String.join(" and ", unseen) + " on the main server's database";
            draft.findings.add(FindingCode.NOT_SEEN, database, lacks + " and sees none, so the target would lack them");
        }
    }

    private void refuse(String objects, StoredObjects policy, Stream<String> names) {
        if (policy == StoredObjects.REFUSE) {
            String what = objects + " are to be refused";
            draft.findings.add(FindingCode.STORED_OBJECTS, draft.plan.target(), what, Found.of(names.toList()));
        }
    }

    private void lookForHistory(SourcePlan source, Table table) {
        boolean copied = draft.plan.tables().stream()
                .anyMatch(planned -> planned.name().equals(table.name()) && planned.copiedFrom(source.number()));
        if (copied && table.definition().create().matches("(?s).* WITH SYSTEM VERSIONING(?:\\n.*)?")) {
            String what = "the table keeps its history, of which the target gets the present rows alone";
            draft.findings.add(FindingCode.SYSTEM_VERSIONED, source.alias() + "." + table.name(), what);
        }
    }
}
