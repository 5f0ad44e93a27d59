package io.snowflakeid.merge.planning;

import com.fasterxml.jackson.databind.SequenceWriter;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.OwnerFile;
import io.snowflakeid.merge.plan.OwnerFile.Owner;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.planning.KeyMerge.Row;
import io.snowflakeid.merge.planning.KnownIds.Range;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.SourceTable;
import io.snowflakeid.merge.sql.Survival;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Ids that mean the same on all servers: says which look so and are moved, and whose owners of them lose what they own. */
final class StaticIds extends PlanCheck {

    private static final long MOST_ROWS = 100_000;
    private static final int FEWEST_ROWS = 3;

    private final Path planPath;
    private final Tables tables;
    private int files;

    StaticIds(Game game, MergePlan draft, Findings findings, Path planPath) {
        super(game, draft, findings);
        this.planPath = planPath;
        tables = new Tables(game, findings);
    }

    void look() throws SQLException, IOException {
        KnownIds ids = new KnownIds(game, draft);
        for (IdDomain domain : draft.domains()) {
            for (ColumnName root : domain.roots()) {
                if (domain.mode() == IdMode.STATIC) {
                    owners(root);
                } else if (domain.mode() != IdMode.KEEP && sameRange(root, ids)) {
                    looksStatic(root);
                }
            }
        }
        draft.tables().forEach(this::oneRowEach);
    }

    /** Of a server's own settings a target wants one row, not one of each server. */
    private void oneRowEach(TablePlan table) {
        boolean ids =
                table.columns().stream().anyMatch(column -> !column.remaps().isEmpty());
        boolean one = table.rows().size() > 1
                && table.rows().stream().allMatch(rows -> rows.total() == 1 && rows.copied() == 1);
        if (table.tableClass() == TableClass.UNION && !ids && one) {
            findings.warning(
                    "ONE_ROW_EACH",
                    table.name(),
                    "each source has one row, and the target gets "
                            + table.rows().size()
                            + ": if it is the server's own, such as its settings, write under tables: " + table.name()
                            + ": { class: main-only }");
        }
    }

    // -------------------------------------------------------------------------------------------------- looks static

    /** As many ids, from the same to the same: the cheap question before the rows are compared. */
    private boolean sameRange(ColumnName root, KnownIds ids) throws SQLException {
        TablePlan table = draft.table(root.table());
        if (table.tableClass() != TableClass.UNION
                || tables.configOf(root.table()).ids() != IdPolicy.AUTO
                || table.rows().size() != draft.sources().size()) {
            return false;
        }
        Set<Range> ranges = new HashSet<>();
        for (SourcePlan source : draft.sources()) {
            ranges.add(ids.range(root, source));
        }
        long rows = ranges.iterator().next().rows();
        return ranges.size() == 1 && rows >= FEWEST_ROWS && rows <= MOST_ROWS;
    }

    private void looksStatic(ColumnName root) throws SQLException {
        TablePlan table = draft.table(root.table());
        List<ColumnPlan> compared = table.columns().stream()
                .filter(column -> column.remaps().isEmpty() && comparable(column.column()))
                .toList();
        if (compared.isEmpty()) {
            return;
        }
        KeyMerge merge = new KeyMerge(game.sessions());
        String columns = compared.stream()
                .map(column -> dialect.text("s." + dialect.quote(column.name())))
                .collect(Collectors.joining(", "));
        for (SourcePlan source : draft.sources()) {
            merge.add(source, select(root, source, columns));
        }
        long[] same = new long[compared.size()];
        List<Set<Integer>> values = new ArrayList<>();
        compared.forEach(column -> values.add(new HashSet<>()));
        long[] common = {0};
        merge.groups(1, group -> {
            common[0] += group.size() == draft.sources().size() ? 1 : 0;
            for (int i = 0; i < same.length; i++) {
                String first = String.valueOf(group.get(0).others().get(i));
                int place = i;
                same[i] += group.stream()
                                .allMatch(row ->
                                        first.equals(String.valueOf(row.others().get(place))))
                        ? 1
                        : 0;
                // a text may be long, and only their number is asked for
                values.get(i).add(first.hashCode());
            }
        });
        SourceRows rows = table.rowsOf(1);
        if (rows != null && common[0] == rows.total()) {
            report(root, compared, same, values, common[0]);
        }
    }

    private static boolean comparable(Column column) {
        return column.kind() == Column.Kind.TEXT || column.kind() == Column.Kind.INTEGER;
    }

    private String select(ColumnName root, SourcePlan source, String columns) {
        String id = "s." + dialect.quote(root.column());
        return "SELECT " + id + ", " + columns + " FROM "
                + SourceTable.rows(dialect, draft.table(root.table()), source, "s") + " WHERE " + id
                + " IS NOT NULL ORDER BY 1";
    }

    /** A text of each row is the same everywhere; or there is none, and all numbers that tell rows apart are. */
    private void report(ColumnName root, List<ColumnPlan> compared, long[] same, List<Set<Integer>> values, long rows) {
        List<String> equal = new ArrayList<>();
        List<String> different = new ArrayList<>();
        boolean text = false;
        for (int i = 0; i < same.length; i++) {
            boolean tells = values.get(i).size() >= Math.max(2, rows / 2);
            if (same[i] == rows) {
                text |= tells && compared.get(i).column().kind() == Column.Kind.TEXT;
                if (tells) {
                    equal.add(compared.get(i).name());
                }
            } else {
                different.add(compared.get(i).name());
            }
        }
        if (text || (!equal.isEmpty() && different.isEmpty())) {
            findings.warning(
                    "LOOKS_STATIC",
                    root.toString(),
                    "all " + rows + " ids are on every source, and " + String.join(", ", equal)
                            + " of each is the same there, as of a map's parts: if these are the same things, write under tables: "
                            + root.table() + ": { class: main-only, ids: static }"
                            + (different.isEmpty() ? "" : "; " + String.join(", ", different) + " differ"),
                    rows,
                    List.of());
        }
    }

    // -------------------------------------------------------------------------------------------------------- owners

    private void owners(ColumnName root) throws SQLException, IOException {
        for (ReferencePlan reference : draft.referencesOf(root.table())) {
            if (reference.columns().size() == 1
                    && reference.when() == null
                    && !reference.columns().get(0).equals(root.column())
                    && moves(root.table(), reference.columns().get(0))) {
                owners(root, reference);
            }
        }
    }

    private boolean moves(String table, String column) {
        return draft.table(table).column(column).remaps().stream()
                .anyMatch(remap -> draft.domain(remap.domain()).mode() != IdMode.STATIC);
    }

    /** Rows that stay behind own nothing. */
    private void owners(ColumnName root, ReferencePlan reference) throws SQLException, IOException {
        String column = reference.columns().get(0);
        String owner = "s." + dialect.quote(column);
        String none = reference.none().stream().map(String::valueOf).collect(Collectors.joining(", "));
        KeyMerge merge = new KeyMerge(game.sessions());
        for (SourcePlan source : draft.sources()) {
            if (game.table(source, root.table()).isPresent()) {
                String id = "s." + dialect.quote(root.column());
                merge.add(
                        source,
                        "SELECT " + id + ", " + dialect.text(owner) + " FROM "
                                + new Survival(draft, dialect).candidates(draft.table(root.table()), source, "s")
                                + " WHERE " + owner + " IS NOT NULL"
                                + (none.isEmpty() ? "" : " AND " + owner + " NOT IN (" + none + ")") + " ORDER BY 1");
            }
        }
        String fileName = ListName.of(planPath, "owners", root.table(), column, files + 1);
        long[] clashes = {0};
        List<String> samples = new ArrayList<>();
        OwnerFile file = new OwnerFile(planPath.resolveSibling(fileName));
        List<SequenceWriter> writer = new ArrayList<>();
        try {
            merge.groups(1, group -> {
                clashes[0]++;
                if (samples.size() < SAMPLES) {
                    samples.add(sample(root, column, group));
                }
                write(file, writer, root, column, group);
            });
        } finally {
            for (SequenceWriter open : writer) {
                open.close();
            }
        }
        if (clashes[0] > 0) {
            files++;
            report(root, column, clashes[0], samples, fileName);
        }
    }

    private static String sample(ColumnName root, String column, List<Row> group) {
        return root.table() + " " + group.get(0).key().get(0) + ": " + column + " "
                + group.stream()
                        .map(row -> row.others().get(0) + " on " + row.source().alias())
                        .collect(Collectors.joining(", "));
    }

    private static void write(
            OwnerFile file, List<SequenceWriter> writer, ColumnName root, String column, List<Row> group) {
        try {
            if (writer.isEmpty()) {
                writer.add(file.writer());
            }
            for (Row row : group) {
                writer.get(0)
                        .write(new Owner(
                                root.table(),
                                String.valueOf(row.key().get(0)),
                                column,
                                row.source().alias(),
                                String.valueOf(row.others().get(0))));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write owners: " + e.getMessage(), e);
        }
    }

    private void report(ColumnName root, String column, long clashes, List<String> samples, String fileName) {
        boolean allCopied = draft.table(root.table()).tableClass() == TableClass.UNION
                && draft.uniques().stream()
                        .noneMatch(
                                unique -> unique.keepsFirst() && unique.table().equals(root.table()));
        String message = clashes + " rows belong to somebody on more than one source, listed in " + fileName;
        if (allCopied) {
            findings.error(
                    "OWNERSHIP_CLASH",
                    root.table() + "." + column,
                    message + ": let one of them keep it, with class main-only, or on-clash: keep-first under unique",
                    clashes,
                    samples);
        } else {
            findings.warning(
                    "OWNERSHIP_CLASH",
                    root.table() + "." + column,
                    message + "; one of them keeps it, and the others lose it",
                    clashes,
                    samples);
        }
    }
}
