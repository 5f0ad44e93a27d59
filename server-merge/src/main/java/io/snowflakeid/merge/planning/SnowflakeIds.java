package io.snowflakeid.merge.planning;

import io.snowflakeid.DecodedId;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.planning.Ledgers.Ledger;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.schema.Key;
import io.snowflakeid.merge.sql.SourceTable;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Takes Snowflake ids apart: which workers made those of each source, and when; says which sources shared a worker, and whose ledgers
 * might grant the same one. Whether ids clash is not told from this but from comparing them.
 */
final class SnowflakeIds extends PlanCheck {

    private static final int SAMPLED_AT_EACH_END = 500;
    private static final Duration YOUNGEST_GUESS = Duration.ofDays(365);
    private static final Duration YOUNGEST = Duration.ofDays(1);
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(5);
    private static final int LOW_SEQUENCE = 1_024;
    private static final int SHOWN = 5;

    private final Instant now;

    SnowflakeIds(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
        now = Instant.parse(draft.plannedAt().replace(' ', 'T') + "Z");
    }

    void look() throws SQLException {
        List<Ledger> ledgers = new Ledgers(game).read();
        noteLedgerTables();
        compare(ledgers);
        for (ColumnName ids : idColumns()) {
            inspect(ids, ledgers);
        }
    }

    // ------------------------------------------------------------------------------------------------------ ledgers

    private void noteLedgerTables() {
        List<String> tables = draft.tables().stream()
                .filter(table -> Ledgers.isLedger(table.name()) && table.tableClass() == TableClass.MAIN_ONLY)
                .map(TablePlan::name)
                .toList();
        if (!tables.isEmpty()) {
            findings.note(
                    "SNOWFLAKE_LEDGER",
                    draft.target(),
                    "the main server's worker ledger goes on in the target; those of the others stay behind and must grant no"
                            + " worker any more: stop what uses them",
                    (long) tables.size(),
                    tables);
        }
    }

    private void compare(List<Ledger> ledgers) {
        for (int i = 0; i < ledgers.size(); i++) {
            for (Ledger other : ledgers.subList(i + 1, ledgers.size())) {
                Ledger one = ledgers.get(i);
                if (one.source().number() != other.source().number() && one.meets(other)) {
                    findings.warning(
                            "SNOWFLAKE_LEDGER_SAME",
                            one.source().alias() + ", " + other.source().alias(),
                            "namespace '" + one.namespace() + "' is '" + one.scope() + "' in one ledger and '"
                                    + other.scope()
                                    + "' in the other: each may grant a worker that the other has granted, so that ids made after"
                                    + " the plan can clash; use one of these ledgers alone from now on");
                }
            }
        }
    }

    // ---------------------------------------------------------------------------------------------------------- ids

    /** Columns of 64 bits that tell rows apart and keep their values. */
    private Set<ColumnName> idColumns() {
        Set<ColumnName> columns = new LinkedHashSet<>();
        for (IdDomain domain : draft.domains()) {
            if (domain.mode() != IdMode.STATIC) {
                columns.addAll(domain.roots());
            }
        }
        for (TablePlan table : draft.tables()) {
            for (Key key : game.mainTable(table.name()).keys()) {
                if (key.primary() && key.columns().size() == 1) {
                    Column column =
                            game.mainTable(table.name()).column(key.columns().get(0));
                    if (column.generated() == null
                            && table.column(column.name()).remaps().isEmpty()) {
                        columns.add(new ColumnName(table.name(), column.name()));
                    }
                }
            }
        }
        columns.removeIf(name -> !draft.table(name.table()).copiedFromByClass(2) || !wide(name));
        return columns;
    }

    private boolean wide(ColumnName name) {
        Column column = game.mainTable(name.table()).column(name.column());
        return column.kind() == Column.Kind.INTEGER && column.maximum() != null && column.maximum() == Long.MAX_VALUE;
    }

    /**
     * Ids of one worker.
     *
     * @param ids how many
     * @param least the first of them
     * @param greatest the last of them
     */
    record Made(long ids, long least, long greatest) {}

    private void inspect(ColumnName ids, List<Ledger> ledgers) throws SQLException {
        SnowflakeLayout layout = layout(ids, ledgers);
        if (layout == null) {
            return;
        }
        Map<SourcePlan, SortedMap<Long, Made>> workers = new LinkedHashMap<>();
        for (SourcePlan source : draft.sources()) {
            SortedMap<Long, Made> made = workers(ids, source, layout);
            if (!made.isEmpty()) {
                workers.put(source, made);
            }
        }
        note(ids, layout, workers);
        shared(ids, layout, workers);
        workers.forEach((source, made) -> {
            future(ids, layout, source, made);
            unknown(ids, layout, source, made, ledgers);
        });
    }

    /** The layout under which all ids make sense: a ledger's, else one of the two that most use; null if there is none. */
    private @Nullable SnowflakeLayout layout(ColumnName ids, List<Ledger> ledgers) throws SQLException {
        List<List<Long>> samples = new ArrayList<>();
        for (SourcePlan source : draft.sources()) {
            List<Long> sample = sample(ids, source);
            if (!sample.isEmpty()) {
                samples.add(sample);
            }
        }
        if (samples.isEmpty()) {
            return null;
        }
        for (Ledger ledger : ledgers) {
            if (fits(ledger.layout(), samples, YOUNGEST, Long.MAX_VALUE)) {
                return ledger.layout();
            }
        }
        // sequences begin low in each tick; read with too many bits, another server's number stands in them
        if (fits(SnowflakeLayout.DEFAULT, samples, YOUNGEST_GUESS, LOW_SEQUENCE)) {
            return SnowflakeLayout.DEFAULT;
        }
        return fits(SnowflakeLayout.GAME_SERVERS, samples, YOUNGEST_GUESS, LOW_SEQUENCE)
                ? SnowflakeLayout.GAME_SERVERS
                : null;
    }

    /** Of the first and the last ids. */
    private List<Long> sample(ColumnName ids, SourcePlan source) throws SQLException {
        List<Long> sample = new ArrayList<>();
        if (game.table(source, ids.table()).isEmpty()) {
            return sample;
        }
        String id = "s." + dialect.quote(ids.column());
        String all = "SELECT " + id + " FROM " + SourceTable.rows(dialect, draft.table(ids.table()), source, "s")
                + " ORDER BY " + id;
        return game.sessions().with(session -> {
            for (String end : List.of("", " DESC")) {
                try (Statement statement = session.createStatement();
                        ResultSet row = statement.executeQuery(all + end + " LIMIT " + SAMPLED_AT_EACH_END)) {
                    while (row.next()) {
                        BigDecimal number = row.getBigDecimal(1);
                        boolean beyond = number == null || number.toBigInteger().bitLength() > 63;
                        sample.add(beyond ? -1 : number.longValue());
                    }
                }
            }
            return sample;
        });
    }

    private boolean fits(SnowflakeLayout layout, List<List<Long>> samples, Duration youngest, long sequencesBelow) {
        Instant from = layout.epoch().plus(youngest);
        for (List<Long> sample : samples) {
            int ahead = 0;
            int high = 0;
            for (long id : sample) {
                if (id < 0 || (layout.bits() < 63 && id >>> layout.bits() != 0)) {
                    return false;
                }
                DecodedId decoded = layout.decode(id);
                if (decoded.timestamp().isBefore(from)) {
                    return false;
                }
                ahead += decoded.timestamp().isAfter(now.plus(CLOCKS_DIFFER)) ? 1 : 0;
                high += decoded.sequence() >= sequencesBelow ? 1 : 0;
            }
            if (ahead * 10 > sample.size() || high * 20 > sample.size()) {
                return false;
            }
        }
        return true;
    }

    private SortedMap<Long, Made> workers(ColumnName ids, SourcePlan source, SnowflakeLayout layout)
            throws SQLException {
        SortedMap<Long, Made> made = new TreeMap<>();
        if (game.table(source, ids.table()).isEmpty()) {
            return made;
        }
        long low = 1L << (layout.sequenceBits() + layout.geneBits());
        long numbers = low << (layout.workerBits() + layout.datacenterBits());
        String id = dialect.quote(ids.column());
        return game.sessions().with(session -> {
            try (Statement statement = session.createStatement();
                    ResultSet row = statement.executeQuery("SELECT MOD(" + id + " - MOD(" + id + ", " + low + "), "
                            + numbers + ") / " + low + ", COUNT(*), MIN(" + id + "), MAX(" + id + ") FROM "
                            + SourceTable.rows(dialect, draft.table(ids.table()), source, "s") + " WHERE " + id
                            + " IS NOT NULL GROUP BY 1")) {
                while (row.next()) {
                    made.put(
                            row.getBigDecimal(1).longValue(), new Made(row.getLong(2), row.getLong(3), row.getLong(4)));
                }
            }
            return made;
        });
    }

    private void note(ColumnName ids, SnowflakeLayout layout, Map<SourcePlan, SortedMap<Long, Made>> workers) {
        List<String> lines = new ArrayList<>();
        long all = 0;
        for (Map.Entry<SourcePlan, SortedMap<Long, Made>> source : workers.entrySet()) {
            long count = 0;
            long least = Long.MAX_VALUE;
            long greatest = 0;
            for (Made made : source.getValue().values()) {
                count += made.ids();
                least = Math.min(least, made.least());
                greatest = Math.max(greatest, made.greatest());
            }
            all += count;
            lines.add(source.getKey().alias() + ": " + count + " ids of "
                    + shown(layout, source.getValue().keySet()) + ", from "
                    + layout.decode(least).timestamp() + " to "
                    + layout.decode(greatest).timestamp());
        }
        findings.note(
                "SNOWFLAKE_IDS", ids.toString(), "Snowflake ids of layout " + layout.spec(), all, List.copyOf(lines));
    }

    private static String shown(SnowflakeLayout layout, Set<Long> pairs) {
        long workers = 1L << layout.workerBits();
        List<String> names = new ArrayList<>();
        for (long pair : pairs) {
            if (names.size() == SHOWN) {
                names.add("and " + (pairs.size() - SHOWN) + " more");
                break;
            }
            names.add(
                    layout.datacenterBits() == 0
                            ? "worker " + pair
                            : "datacenter " + pair / workers
                                    + (layout.workerBits() == 0 ? "" : " worker " + pair % workers));
        }
        return String.join(", ", names);
    }

    private void shared(ColumnName ids, SnowflakeLayout layout, Map<SourcePlan, SortedMap<Long, Made>> workers) {
        List<SourcePlan> sources = List.copyOf(workers.keySet());
        for (int i = 0; i < sources.size(); i++) {
            for (SourcePlan other : sources.subList(i + 1, sources.size())) {
                Set<Long> both = new TreeSet<>(
                        workers.getOrDefault(sources.get(i), new TreeMap<>()).keySet());
                both.retainAll(workers.getOrDefault(other, new TreeMap<>()).keySet());
                if (!both.isEmpty()) {
                    findings.warning(
                            "SNOWFLAKE_WORKER_SHARED",
                            ids.toString(),
                            sources.get(i).alias() + " and " + other.alias() + " both have ids of "
                                    + shown(layout, both)
                                    + ": made by two processes under one number they may be the same; all ids are compared, and"
                                    + " those that clash are told apart",
                            (long) both.size(),
                            List.of());
                }
            }
        }
    }

    private void future(ColumnName ids, SnowflakeLayout layout, SourcePlan source, SortedMap<Long, Made> workers) {
        Set<Long> ahead = new TreeSet<>();
        Instant farthest = now;
        for (Map.Entry<Long, Made> made : workers.entrySet()) {
            Instant last = layout.decode(made.getValue().greatest()).timestamp();
            if (last.isAfter(now.plus(CLOCKS_DIFFER))) {
                ahead.add(made.getKey());
                farthest = last.isAfter(farthest) ? last : farthest;
            }
        }
        if (!ahead.isEmpty()) {
            findings.warning(
                    "SNOWFLAKE_FUTURE",
                    source.alias() + "." + ids,
                    "ids of " + shown(layout, ahead) + " are of a time to come, up to " + farthest
                            + ": the clock that made them was ahead; no other process may use this number until then",
                    (long) ahead.size(),
                    List.of());
        }
    }

    private void unknown(
            ColumnName ids,
            SnowflakeLayout layout,
            SourcePlan source,
            SortedMap<Long, Made> workers,
            List<Ledger> ledgers) {
        Set<Long> granted = new TreeSet<>();
        for (Ledger ledger : ledgers) {
            if (ledger.source().number() == source.number() && ledger.layout().equals(layout)) {
                granted.addAll(ledger.granted());
            }
        }
        Set<Long> unknown = new TreeSet<>(workers.keySet());
        unknown.removeAll(granted);
        if (!granted.isEmpty() && !unknown.isEmpty()) {
            findings.warning(
                    "SNOWFLAKE_WORKER_UNKNOWN",
                    source.alias() + "." + ids,
                    "ids of " + shown(layout, unknown)
                            + ", which this source's ledger never granted: they were made elsewhere, or under a fixed number; see"
                            + " that nobody goes on making them",
                    (long) unknown.size(),
                    List.of());
        }
    }
}
