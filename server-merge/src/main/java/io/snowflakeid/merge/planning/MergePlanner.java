package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.MergeConfig.StoredObjects;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.ListName;
import io.snowflakeid.merge.planning.draft.MissingColumns;
import io.snowflakeid.merge.planning.draft.Tables;
import io.snowflakeid.merge.planning.ids.Domains;
import io.snowflakeid.merge.planning.ids.IdModes;
import io.snowflakeid.merge.planning.names.UniqueSearch;
import io.snowflakeid.merge.planning.names.Uniques;
import io.snowflakeid.merge.planning.references.MissingReferences;
import io.snowflakeid.merge.planning.references.OrphanSearch;
import io.snowflakeid.merge.planning.references.References;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.LeftOutSets;
import io.snowflakeid.merge.rows.PlannedSets;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.sql.StepFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the sources, which it leaves as they are, and decides what a run will do. */
public final class MergePlanner {

    private final MergeConfig config;
    private final Path planPath;
    private final MergeProgress.Listener progress;
    private final Server server;
    private final Server writing;
    private final Sessions sessions;
    private final Dialect dialect;
    private final Findings findings;
    private volatile String lastStep = "connect";

    private MergePlanner(
            MergeConfig config, Path planPath, MergeProgress.Listener progress, Server server, Server writing) {
        this.config = config;
        this.planPath = planPath;
        this.progress = told -> {
            lastStep = told.step();
            progress.progressed(told);
        };
        this.server = server;
        this.writing = writing;
        sessions = new Sessions(server, Duration.ofSeconds(config.execution().retrySeconds()));
        dialect = server.dialect();
        findings = new Findings(config.accept());
    }

    /** Plans a merge and writes the plan, with the new names beside it. */
    public static PlanFile plan(
            MergeConfig config, @Nullable String password, Path planPath, MergeProgress.Listener progress)
            throws SQLException, IOException {
        int sessions = Math.max(16, 4 * config.sources().size());
        String url = config.server().url();
        String user = config.server().user();
        String now;
        try (Server server = Server.connectReadOnly(url, user, password, 1, null);
                Connection session = server.session()) {
            now = now(session);
        }
        try (Server server = Server.connectReadOnly(url, user, password, sessions, now);
                Server writing = Server.connect(url, user, password, 1, now)) {
            MergePlan plan = new MergePlanner(config, planPath, progress, server, writing).plan(now);
            PlanFile written = PlanFile.write(planPath, plan);
            ListName.deleteOthers(planPath, plan);
            return written;
        }
    }

    /** Looks for references that neither the configuration nor a foreign key names. */
    public static List<String> suggest(MergeConfig config, @Nullable String password, MergeProgress.Listener progress)
            throws SQLException {
        int sessions = config.sources().size() + 1;
        try (Server server =
                Server.connectReadOnly(config.server().url(), config.server().user(), password, sessions, null)) {
            return new MergePlanner(config, Path.of(""), progress, server, server).suggestions();
        }
    }

    private List<String> suggestions() throws SQLException {
        try {
            Game game = readGame();
            List<TablePlan> tables = new Tables(game, findings).read(sessions.with(MergePlanner::now));
            return MissingReferences.suggest(game, tables, new References(game, findings).read(), progress);
        } catch (SQLException e) {
            throw StepFailure.of(lastStep, e);
        }
    }

    /** To the second, as conditions see it; sessions are set to UTC. */
    private static String now(Connection session) throws SQLException {
        return Sql.one(session, "SELECT CURRENT_TIMESTAMP", row -> row.getString(1))
                .orElseThrow()
                .substring(0, 19);
    }

    private MergePlan plan(String now) throws SQLException, IOException {
        try {
            return plan(readGame(), now);
        } catch (SQLException e) {
            throw StepFailure.of(lastStep, e);
        }
    }

    private MergePlan plan(Game game, String now) throws SQLException, IOException {
        List<TablePlan> plans = new Tables(game, findings).read(now);
        compareSchemas(game, new MissingColumns(game, now));
        List<ReferencePlan> references = new References(game, findings).read();
        Domains domains = new Domains(game, plans, references, findings);
        List<IdDomain> undecided = domains.read();
        Uniques uniques = new Uniques(game, findings);
        List<UniquePlan> rules = uniques.read(plans);
        plans = uniques.withFollowers(domains.withRemaps(), rules);
        MergePlan draft = draft(game, now, plans, undecided, references, rules);
        progress.progressed(new MergeProgress("look at definitions and target", 0, 0));
        Phase.DEFINITIONS.look(game, draft, findings);
        if (findings.forbid()) {
            return stopped(draft);
        }
        OrphanSearch orphans = new OrphanSearch(game, draft, findings);
        draft = draft.withReferences(each("follow references", draft.references(), orphans::count));
        MergePlan undecidedDraft = draft;
        draft = draft.withDomains(each(
                "compare ids", undecided, domain -> IdModes.decide(game, undecidedDraft, domains, domain, findings)));
        draft = draft.withDomains(withFollowMaps(draft));
        progress.progressed(new MergeProgress("find the rows that are left out", 0, 0));
        try (PlannedSets sets = new PlannedSets(writing, draft)) {
            draft = draft.withLeftOut(sets.build());
            sets.withoutKey().forEach(this::refuseWithoutKey);
            return sets.withoutKey().isEmpty() ? counted(game, draft) : stopped(draft);
        }
    }

    private MergePlan counted(Game game, MergePlan found) throws SQLException, IOException {
        refuseCircles(found);
        Phase.IDS.look(game, found, findings);
        MergePlan draft = withUniques(game, found);
        draft = draft.withReferences(
                each("follow references", draft.references(), new OrphanSearch(game, draft, findings)::kept));
        RowCounts counts = new RowCounts(game, draft, findings);
        draft = draft.withTables(each("count rows", draft.tables(), counts::counted));
        progress.progressed(new MergeProgress("look for what else could go wrong", 0, 0));
        Phase.COUNTS.look(game, draft, findings);
        return draft.withFindings(findings.sorted());
    }

    /** An hour of counting is not spent on a plan that cannot be run. */
    private MergePlan stopped(MergePlan draft) {
        findings.stop();
        return draft.withFindings(findings.sorted());
    }

    // ------------------------------------------------------------------------------------------------------ schemas

    private Game readGame() throws SQLException {
        progress.progressed(new MergeProgress("read definitions", 0, 0));
        return Game.read(config, sessions);
    }

    private void compareSchemas(Game game, MissingColumns missing) {
        String main = game.sources().get(0).alias();
        for (SourcePlan other : game.sources().subList(1, game.sources().size())) {
            Schema theirs = game.schemas().get(other.number() - 1);
            new SchemaDifferences(main, other.alias(), missing::whyNoValue)
                    .between(copied(game, game.main()), copied(game, theirs))
                    .forEach(findings::add);
        }
    }

    /** Differences of tables whose rows are not copied do not matter. */
    private static Map<String, Table> copied(Game game, Schema schema) {
        Map<String, Table> copied = new TreeMap<>(schema.tables());
        copied.keySet().removeIf(name -> game.configOf(name).tableClass() != TableClass.UNION);
        return copied;
    }

    private MergePlan draft(
            Game game,
            String now,
            List<TablePlan> tables,
            List<IdDomain> domains,
            List<ReferencePlan> references,
            List<UniquePlan> uniques)
            throws SQLException {
        Schema main = game.main();
        String[] collation = sessions.with(session -> defaults(session, main.database()));
        return new MergePlan(
                MergePlan.VERSION,
                now,
                server.product(),
                config.server(),
                config.target(),
                collation[0],
                collation[1],
                config.fingerprint(),
                config.execution(),
                game.sources(),
                tables,
                domains,
                references,
                uniques,
                List.of(),
                config.triggers() == StoredObjects.AFTER_LOAD ? main.triggers() : List.of(),
                config.views() == StoredObjects.AFTER_LOAD ? main.views() : List.of(),
                List.of());
    }

    private String[] defaults(Connection session, String database) throws SQLException {
        String sql = "SELECT default_character_set_name, "
                + (dialect.streamingFetchSize() < 0 ? "default_collation_name" : "''")
                + " FROM information_schema.schemata WHERE schema_name = ?";
        return Sql.one(session, sql, row -> new String[] {row.getString(1), row.getString(2)}, database)
                .orElse(new String[] {"", ""});
    }

    // ----------------------------------------------------------------------------------------------------- readings

    private void refuseWithoutKey(String table) {
        findings.error(
                FindingCode.LEFT_OUT_WITHOUT_KEY,
                table,
                "rows of this table are left out, and no key tells its rows apart, as other tables refer to it or keep-first compares it:"
                        + " give it a primary key on the sources, or do not leave out any of its rows");
    }

    private interface Change<T> {
        T of(T one) throws SQLException;
    }

    private <T> List<T> each(String step, List<T> all, Change<T> change) throws SQLException {
        List<T> changed = new ArrayList<>();
        for (T one : all) {
            progress.progressed(new MergeProgress(step, changed.size(), all.size()));
            changed.add(change.of(one));
        }
        return changed;
    }

    private MergePlan withUniques(Game game, MergePlan draft) throws SQLException, IOException {
        MergePlan result = draft;
        for (int i = 0; i < draft.uniques().size(); i++) {
            progress.progressed(new MergeProgress(
                    "compare unique values", i, draft.uniques().size()));
            List<UniquePlan> counted = new ArrayList<>(result.uniques());
            counted.set(i, new UniqueSearch(game, result, findings, planPath).search(counted.get(i)));
            result = result.withUniques(counted);
        }
        return result;
    }

    private void refuseCircles(MergePlan draft) throws SQLException {
        LeftOutSets made = new LeftOutSets(draft, dialect, AuditNames.LEFT_OUT);
        for (UniquePlan unique : draft.uniques()) {
            long circles = sessions.with(session -> made.giveWayToNone(session, unique));
            if (circles > 0) {
                findings.error(
                        FindingCode.LEFT_OUT_IN_CIRCLE,
                        unique.table(),
                        circles
                                + " rows give way to a row of an earlier source that is left out itself, since what it refers to"
                                + " gives way to a row of a later source: say when-left-out: clear for a reference between"
                                + " these tables, or references: follow for the key",
                        circles,
                        List.of());
            }
        }
    }

    /** Ids of rows that another one is kept for are looked up first. */
    private static List<IdDomain> withFollowMaps(MergePlan plan) {
        return plan.domains().stream()
                .map(domain -> KeepFirst.leads(plan, domain).isEmpty()
                        ? domain
                        : domain.withSources(domain.sources().stream()
                                .map(ids -> ids.source() == 1 ? ids : ids.lookedUp())
                                .toList()))
                .toList();
    }
}
