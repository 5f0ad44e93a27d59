package io.snowflakeid.merge.planning;

import com.fasterxml.jackson.databind.SequenceWriter;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.config.UniqueConfig.Side;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.Findings.Found;
import io.snowflakeid.merge.result.FindingCode;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.RowRetention;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts the values of a unique key that several rows have, and creates new names if the plan renames such rows. */
final class UniqueSearch {

    private final Draft draft;
    private final Dialect dialect;
    private final UniquePlan unique;
    private final TablePlan table;

    /** The columns of the unique key that are not computed. */
    private final List<ColumnPlan> columns;

    /** The columns of the unique key and of the ordering key, which are read as texts. */
    private final List<String> names;

    private long clashes;
    private long repeats;
    private final List<String> samples = new ArrayList<>();
    private final List<String> repeated = new ArrayList<>();

    private List<Object> key = List.of();

    private final List<Row> group = new ArrayList<>();

    /** The generator of new names, or null if the rule renames no values. */
    private @Nullable NewNames newNames;

    private record Row(SourcePlan source, List<String> texts) {}

    UniqueSearch(Draft draft, UniquePlan unique) {
        this.draft = draft;
        this.unique = unique;
        dialect = draft.dialect;
        table = draft.plan.table(unique.table());
        columns = unique.columns().stream()
                .flatMap(name -> table.find(name).stream())
                .toList();
        names = Stream.concat(unique.columns().stream(), table.key().stream())
                .distinct()
                .toList();
    }

    /** Counts the duplicates of the unique key, and writes new names of rows to a file in the plan's folder. */
    UniquePlan search(Path plan) throws SQLException, IOException {
        if (cannotClash() || isLeftToTheServer()) {
            return unique;
        }
        if (unique.onClash() == OnClash.RENAME) {
            return rename(RenameFile.of(plan, unique));
        }
        read();
        report(unique.keepsFirst() ? "; the first source's rows are kept" : "", new Found(clashes, samples));
        return unique.counted(clashes, 0, null, null);
    }

    /** Returns true if the planner cannot compare the key values, because a column is computed or gets new names. */
    private boolean isLeftToTheServer() {
        boolean isLeft =
                columns.size() < unique.columns().size() || columns.stream().anyMatch(this::getsNewNames);
        if (isLeft && unique.keepsFirst()) {
            String what =
                    "keep-first compares rows by a name that a rename changes, as followed-by or a reference says";
            draft.wrong(unique.name(), what, "unique");
        }
        return isLeft;
    }

    private UniquePlan rename(RenameFile file) throws SQLException, IOException {
        Found made;
        try (SequenceWriter writer = file.writer()) {
            newNames = new NewNames(draft, unique, writer);
            read();
            made = newNames.finish();
        }
        String name = file.path().getFileName().toString();
        report("; " + made.count() + " of them get a new name, listed in " + name, made);
        return unique.counted(clashes, made.count(), name, file.hash());
    }

    private void report(String then, Found found) {
        boolean fails = unique.onClash() == OnClash.FAIL;
        String what = clashes + " values are in several rows, as the target compares them" + then;
        draft.findings.add(fails ? FindingCode.UNIQUE_CLASH : FindingCode.RESOLVED, unique.name(), what, found);
        // a rename or keep-first rule requires distinct values within each source
        if (!fails) {
            String twice = repeats + " values are on one source twice, as the target compares them";
            draft.findings.add(FindingCode.UNIQUE_CLASH_WITHIN, unique.name(), twice, new Found(repeats, repeated));
        }
    }

    private boolean getsNewNames(ColumnPlan column) {
        return column.follows().stream()
                .anyMatch(follow -> draft.plan.uniques().get(follow.rule() - 1).renames() > 0);
    }

    private boolean cannotClash() {
        return columns.stream().noneMatch(this::becomesNone)
                && (draft.everywhere(table.name()).count() < 2
                        || columns.stream().anyMatch(this::movesApart));
    }

    /** Returns true if every value of the column is an id that the merge makes unique. */
    private boolean movesApart(ColumnPlan column) {
        List<IdDomain> domains = column.remaps().stream()
                .map(Remap::domain)
                .distinct()
                .map(draft.plan::domain)
                .toList();
        return domains.size() == 1
                && column.remaps().stream()
                        .anyMatch(remap -> remap.when() == null && remap.none().isEmpty())
                && domains.get(0).mode() != IdMode.STATIC
                && KeepFirst.leads(draft.plan, domains.get(0)).isEmpty();
    }

    /** Returns true if the merge can replace several references in a NOT NULL column by the same value. */
    private boolean becomesNone(ColumnPlan column) {
        RowRetention retention = draft.retention();
        return !column.column().nullable()
                && draft.plan.referencesOf(table.name(), column.name()).stream()
                        .anyMatch(reference ->
                                draft.plan.sources().stream().anyMatch(source -> retention.clears(reference, source)));
    }

    /** Reads the sorted keys of all sources as a stream, so that large tables need little memory. */
    private void read() throws SQLException {
        try (Connection session = draft.sessions.server().session()) {
            Sql.each(session, dialect.streamingFetchSize(), query(), row -> {
                List<Object> next = new ArrayList<>();
                for (ColumnPlan column : columns) {
                    int place = 2 + next.size();
                    next.add(isNumber(column) ? row.getBigDecimal(place) : ByteBuffer.wrap(row.getBytes(place)));
                }
                if (!next.equals(key)) {
                    endGroup();
                }
                key = next;
                return group.add(new Row(draft.plan.source(row.getInt(1)), texts(row)));
            });
            endGroup();
        }
    }

    private static boolean isNumber(ColumnPlan column) {
        return column.column().kind() == Column.Kind.INTEGER;
    }

    private List<String> texts(ResultSet row) throws SQLException {
        List<String> texts = new ArrayList<>();
        while (texts.size() < names.size()) {
            texts.add(String.valueOf(row.getString(2 + columns.size() + texts.size())));
        }
        return texts;
    }

    private void endGroup() throws SQLException {
        if (group.size() > 1) {
            clashes++;
            if (clashes <= Draft.SAMPLES) {
                Stream<String> aliases =
                        group.stream().map(row -> row.source().alias()).distinct();
                String shown = String.join(", ", group.get(0).texts());
                samples.add(shown + " on " + aliases.collect(Collectors.joining(", ")));
            }
            countRepeats();
            rename();
        }
        group.clear();
    }

    private void rename() throws SQLException {
        if (newNames != null) {
            for (Row row : unique.side() == Side.ALL ? group : group.subList(1, group.size())) {
                List<String> rowKey = table.key().stream()
                        .map(name -> row.texts().get(names.indexOf(name)))
                        .toList();
                newNames.add(row.source(), rowKey, row.texts().get(0));
            }
        }
    }

    /** Counts key values that occur several times on one source. A rename rule treats key values with different texts as different values. */
    private void countRepeats() {
        Set<String> seen = new HashSet<>();
        Set<String> twice = new LinkedHashSet<>();
        for (Row row : group) {
            String alias = row.source().alias();
            String value = String.join(", ", row.texts().subList(0, columns.size()));
            if (!seen.add(alias + ":" + (newNames == null ? "" : value))) {
                twice.add("'" + value + "' more than once on " + alias);
            }
        }
        repeats += twice.isEmpty() ? 0 : 1;
        twice.stream().limit(Draft.SAMPLES - repeated.size()).forEach(repeated::add);
    }

    /** Returns a query for all rows, with source number, sort keys and texts. */
    private String query() {
        String order =
                IntStream.range(0, columns.size()).mapToObj(i -> (i + 2) + ", ").collect(Collectors.joining());
        return Sql.join(" UNION ALL ", draft.plan.sourcesOf(table), this::query) + " ORDER BY " + order + "1";
    }

    private String query(SourcePlan source) {
        KeepFirst keys = new KeepFirst(draft.plan, dialect, AuditNames.LEFT_OUT, unique);
        List<String> selected = new ArrayList<>(List.of("k.merge_source"));
        for (ColumnPlan column : columns) {
            String value = "k." + dialect.quote(column.name());
            selected.add(isNumber(column) ? value : dialect.sortKey(value, column.column()));
        }
        for (String name : names) {
            String value = "k." + (unique.columns().contains(name) ? dialect.quote(name) : keys.ofKey(name));
            boolean bytes = table.column(name).column().kind() == Column.Kind.BINARY;
            selected.add(bytes ? "HEX(" + value + ")" : dialect.text(value));
        }
        List<String> conditions = draft.retention().goingOrGivingWay(unique, source);
        String going = conditions.isEmpty() ? "1 = 1" : String.join(" AND ", conditions);
        return "SELECT " + String.join(", ", selected) + " FROM (" + keys.keyed(source, going) + ") k";
    }
}
