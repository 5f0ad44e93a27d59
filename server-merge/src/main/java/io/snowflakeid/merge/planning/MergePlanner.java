package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.catalog.CatalogQuery;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.result.MergeProgress;
import io.snowflakeid.merge.result.MergeRefusedException;
import io.snowflakeid.merge.rows.LeftOutSets;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.sql.StepFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Creates a plan from the sources. The planner determines orphans, new ids, left-out rows and new names in a fixed order, because each step uses the
 * results of earlier steps.
 */
public final class MergePlanner implements AutoCloseable {

    private final MergeConfig config;
    private final @Nullable String password;
    private final MergeProgress.Listener progress;

    /** The server's time in UTC, truncated to seconds. */
    private final String now;

    private final Server server;
    private volatile String lastStep = "connect";

    private MergePlanner(MergeConfig config, @Nullable String password, MergeProgress.Listener progress)
            throws SQLException {
        this.config = config;
        this.password = password;
        this.progress = progress;
        try (Server first = config.server().connect(password, 1, null, true);
                Connection session = first.session()) {
            now = Sql.one(session, "SELECT CURRENT_TIMESTAMP", row -> row.getString(1))
                    .orElseThrow()
                    .substring(0, 19);
        }
        server = config.server()
                .connect(password, Math.max(16, 4 * config.sources().size()), now, true);
    }

    @Override
    public void close() {
        server.close();
    }

    /** Plans a merge, and writes the plan and the lists of new names into one folder. */
    public static PlanFile plan(
            MergeConfig config, @Nullable String password, Path path, MergeProgress.Listener progress)
            throws SQLException, IOException {
        try (MergePlanner planner = new MergePlanner(config, password, progress)) {
            PlanFile written = PlanFile.write(path, planner.plan(path));
            RenameFile.deleteOthers(path, written.plan());
            return written;
        }
    }

    /** Finds undeclared references, and returns lines that declare the references in {@code merge.yaml}. */
    public static List<String> suggest(MergeConfig config, @Nullable String password, MergeProgress.Listener progress)
            throws SQLException {
        try (MergePlanner planner = new MergePlanner(config, password, progress)) {
            return planner.suggest();
        }
    }

    private List<String> suggest() throws SQLException {
        try {
            return new MissingReferences(read()).suggest(this::show);
        } catch (SQLException e) {
            throw StepFailure.of(lastStep, e);
        }
    }

    private MergePlan plan(Path path) throws SQLException, IOException {
        try {
            Draft draft = read();
            step("look at definitions and target");
            SchemaDifferences.look(draft);
            new DatabasesCheck(draft).look();
            if (draft.findings.forbid()) {
                // the planner does not count rows for an invalid plan, because a count may take an hour
                draft.findings.stop();
            } else {
                decide(draft, path);
            }
            draft.plan.findings().addAll(draft.findings.sorted());
            return draft.plan;
        } catch (SQLException e) {
            throw StepFailure.of(lastStep, e);
        }
    }

    /** Reads the table definitions and the configuration, but no rows. */
    private Draft read() throws SQLException {
        step("read definitions");
        Draft draft = new Draft(config, new Sessions(server, config.execution().retrySeconds()), now);
        draft.plan.references().addAll(new References(draft).read());
        draft.plan.domains().addAll(new Domains(draft).read());
        draft.plan.uniques().addAll(new Uniques(draft).read());
        draft.plan.tables().addAll(new Tables(draft).read());
        return draft;
    }

    private void decide(Draft draft, Path path) throws SQLException, IOException {
        LeftOutRows leftOut = new LeftOutRows(draft);
        each("follow references", draft.plan.references(), leftOut::withOrphans);
        each("compare ids", draft.plan.domains(), domain -> IdModes.decide(draft, domain));
        step("find the rows that are left out");
        LeftOutSets sets = new LeftOutSets(draft.plan, draft.dialect, AuditNames.LEFT_OUT);
        // the planner needs rights on the target database only if the plan can leave out source rows
        try (Server writing = config.server().connect(password, 1, now, false);
                PlannedTarget target = sets.none() ? null : new PlannedTarget(writing, draft.plan, sets)) {
            if (target != null) {
                draft.plan.leftOut().addAll(sets.build(target.session));
            }
            if (leftOut.refuseWithoutKey(sets.withoutKey())) {
                draft.findings.stop();
            } else {
                leftOut.refuseCircles(sets);
                nameAndCount(draft, leftOut, path);
            }
        }
    }

    private void nameAndCount(Draft draft, LeftOutRows leftOut, Path path) throws SQLException, IOException {
        new MovedIdsCheck(draft).look();
        // the order of the keys matters, because a key may contain names that an earlier rule renames
        each("compare unique values", draft.plan.uniques(), unique -> new UniqueSearch(draft, unique).search(path));
        each("follow references", draft.plan.references(), leftOut::withKeptOrphans);
        each("count rows", draft.plan.tables(), new Tables(draft)::counted);
        step("look for what else could go wrong");
        leftOut.count();
        new MissingReferences(draft).look();
        new MovedIdsCheck(draft).listUnsearched();
    }

    /**
     * The target database during planning, with tables for the keys of left-out rows. The method {@link #close} drops the planner's tables in the
     * target, and drops a target that the planner has created.
     */
    private static final class PlannedTarget implements AutoCloseable {

        private final Server server;
        private final String name;
        private final LeftOutSets sets;
        private final Connection session;
        private final boolean made;

        /** Opens and locks the target database. */
        PlannedTarget(Server server, MergePlan plan, LeftOutSets sets) throws SQLException {
            this.server = server;
            this.sets = sets;
            name = plan.target();
            session = server.lockedSession(name);
            if (CatalogQuery.tables(session, name).contains(AuditNames.RUN)) {
                session.close();
                throw new MergeRefusedException("a run into " + name
                        + " has begun meanwhile: continue with its plan, or drop the target to plan again");
            }
            made = !CatalogQuery.exists(session, name);
            Sql.update(session, server.dialect().createDatabase(name, plan.targetCharset(), plan.targetCollation()));
        }

        @Override
        public void close() throws SQLException {
            try (session) {
                sets.drop(session);
                if (made && CatalogQuery.tables(session, name).isEmpty()) {
                    Sql.update(session, "DROP SCHEMA " + server.dialect().quote(name));
                }
            }
        }
    }

    private void step(String step) {
        show(new MergeProgress(step, 0, 0));
    }

    private void show(MergeProgress now) {
        lastStep = now.step();
        progress.progressed(now);
    }

    private interface Change<T> {
        T of(T one) throws SQLException, IOException;
    }

    private <T> void each(String step, List<T> all, Change<T> change) throws SQLException, IOException {
        for (int i = 0; i < all.size(); i++) {
            show(new MergeProgress(step, i, all.size()));
            all.set(i, change.of(all.get(i)));
        }
    }
}
