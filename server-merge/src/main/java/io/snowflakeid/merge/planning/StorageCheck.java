package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.schema.Key;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Whether the server has room for the target's tables and their values, as far as it can be asked. */
final class StorageCheck extends PlanCheck {

    private static final Pattern SMALL = Pattern.compile("tiny.*|(blob|text)\\b.*");
    private static final Pattern LARGE = Pattern.compile("(medium|long)(blob|text)\\b.*|json\\b.*|geom.*|polygon.*");
    private static final long LONGEST_SMALL = 65_535;
    private static final long MEGABYTE = 1_000_000;

    private final ServerQuery query;

    StorageCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
        query = new ServerQuery(game.sessions());
    }

    void look() throws SQLException {
        if (ServerKind.of(draft) != ServerKind.H2) {
            judge(ServerSettings.read(query));
        }
    }

    /** The same, with settings that were read. */
    void judge(ServerSettings settings) throws SQLException {
        if (settings.on("sql_require_primary_key")) {
            requirePrimaryKeys();
        }
        double bytes = 0;
        for (SourcePlan source : draft.sources()) {
            Map<String, long[]> sizes = new HashMap<>();
            for (List<String> row : query.rows(
                    "SELECT table_name, COALESCE(data_length, 0), COALESCE(index_length, 0) FROM"
                            + " information_schema.tables WHERE table_schema = ? AND engine IS NOT NULL",
                    source.database())) {
                sizes.put(row.get(0), new long[] {Long.parseLong(row.get(1)), Long.parseLong(row.get(2))});
            }
            for (TablePlan table : draft.tables()) {
                SourceRows rows = table.rowsOf(source.number());
                long[] size = sizes.getOrDefault(table.name(), new long[] {0, 0});
                if (rows != null && table.copiedFrom(source.number())) {
                    double share = rows.total() == 0 ? 0 : (double) rows.copied() / rows.total();
                    bytes += share * (size[0] + size[1]);
                    packets(table, source, size[0], settings.number("max_allowed_packet"));
                }
            }
        }
        long needed = (long) bytes;
        findings.note(
                "DISK",
                draft.target(),
                "the target will take about " + (needed + MEGABYTE - 1) / MEGABYTE
                        + " MB, by the server's estimate of the sources, and as much again may be needed while indexes are"
                        + " built; what is free there cannot be asked for: make sure that it is enough",
                needed,
                List.of());
    }

    private void requirePrimaryKeys() {
        List<String> without = draft.tables().stream()
                .map(TablePlan::name)
                .filter(table -> game.mainTable(table).keys().stream().noneMatch(Key::primary))
                .toList();
        if (!without.isEmpty()) {
            findings.error(
                    "PRIMARY_KEY_REQUIRED",
                    draft.target(),
                    "sql_require_primary_key is on, and tables without a primary key cannot be created: switch it off for"
                            + " the run, or give them one on the sources",
                    (long) without.size(),
                    without);
        }
    }

    /** A value that is longer than a packet becomes NULL wherever the server computes with it, and no client can read it. */
    private void packets(TablePlan table, SourcePlan source, long dataBytes, long packet) throws SQLException {
        boolean hasRows = table.tableClass() != TableClass.SKIP;
        for (Column column : game.table(source, table.name()).orElseThrow().columns()) {
            // no value is longer than all of them; compressed ones are counted as they are stored
            boolean maybe = dataBytes > packet / 16
                    && column.generated() == null
                    && (LARGE.matcher(column.type()).matches()
                            || (packet / 2 < LONGEST_SMALL
                                    && SMALL.matcher(column.type()).matches()));
            if (hasRows && maybe) {
                String length = "LENGTH(" + dialect.quote(column.name()) + ")";
                long longest = Long.parseLong("0"
                        + query.column("SELECT MAX(" + length + ") FROM "
                                        + dialect.table(source.database(), table.name()))
                                .get(0));
                if (longest > packet / 2) {
                    report(source.alias() + "." + table.name() + "." + column.name(), longest, packet);
                }
            }
        }
    }

    private void report(String subject, long longest, long packet) {
        if (longest > packet - 1024) {
            findings.error(
                    "PACKET",
                    subject,
                    "the longest value has " + longest + " bytes, and max_allowed_packet is " + packet
                            + ": raise it above that, or the value cannot be compared and may be lost",
                    longest,
                    List.of());
        } else {
            findings.warning(
                    "PACKET",
                    subject,
                    "the longest value has " + longest + " bytes, more than half of max_allowed_packet, which is "
                            + packet + ": raise it to twice that value, since values are converted on the way",
                    longest,
                    List.of());
        }
    }
}
