package io.snowflakeid.merge.planning;

import com.fasterxml.jackson.databind.SequenceWriter;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.config.UniqueConfig.Side;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.RenameFile.Rename;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.KeyMerge.Row;
import io.snowflakeid.merge.planning.KeyMerge.Tally;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.KeyWalk;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.rows.Survival;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Counts values of a key that clash, under the target's collation. Where that is asked for, makes new names: each free on all sources, and
 * different from all others that were made.
 */
final class UniqueSearch {

    private static final String ROW = RowSelect.ROW;
    private static final int BATCH = 400;
    private static final int MOST_TRIES = 1_000;

    private final Draft draft;
    private final UniquePlan unique;
    private final TablePlan table;

    /** Of the key, those that are copied. */
    private final List<ColumnPlan> columns;

    /** Hashes of how new names sort; a name whose hash is taken by chance only gets another number. */
    private final Set<Long> taken = new HashSet<>();

    private final List<Wish> wishes = new ArrayList<>();
    private final List<String> samples = new ArrayList<>();
    private long renames;

    UniqueSearch(Draft draft, UniquePlan unique) {
        this.draft = draft;
        this.unique = unique;
        table = draft.plan.table(unique.table());
        columns = unique.columns().stream()
                .flatMap(name -> table.find(name).stream())
                .toList();
    }

    /** The key with what was counted; new names lie beside the plan. */
    UniquePlan search(Path plan) throws SQLException, IOException {
        if (cannotClash()) {
            return unique;
        }
        // of a value that is computed, or changed in some rows, the server decides when it builds the index
        if (columns.size() < unique.columns().size() || columns.stream().anyMatch(this::getsNewNames)) {
            if (unique.keepsFirst()) {
                draft.wrong(
                        unique.name(),
                        "keep-first compares rows by a name that a rename changes in some of them, as followed-by says",
                        "unique");
            }
            return unique;
        }
        Map<SourcePlan, String> queries = new LinkedHashMap<>();
        draft.plan.sourcesOf(table).forEach(source -> queries.put(source, query(source)));
        KeyMerge merge = new KeyMerge(draft.sessions, columns.size(), queries);
        if (unique.onClash() == OnClash.RENAME) {
            return rename(merge, RenameFile.of(plan, unique));
        }
        Tally tally = merge.tally(false, group -> {});
        if (tally.clashes() > 0) {
            report(tally);
        }
        if (tally.within() > 0 && unique.keepsFirst()) {
            reportWithin(tally);
        }
        return unique.counted(tally.clashes(), 0, null, null);
    }

    private void report(Tally tally) {
        String orTwice = ", or twice on one, when references are cleared to a value that stands for none";
        String kept = "; the first source's rows are kept"
                + (unique.leadsReferences() ? ", and what refers to the others follows" : "");
        draft.findings.add(
                unique.keepsFirst() ? FindingCode.RESOLVED : FindingCode.UNIQUE_CLASH,
                unique.name(),
                tally.clashes() + " values are on more than one source"
                        + (columns.stream().anyMatch(this::becomesNone) ? orTwice : "")
                        + (unique.keepsFirst() ? kept : ""),
                tally.clashes(),
                tally.samples());
    }

    /** A new name, or the first source's row, is for one row of a source. */
    private void reportWithin(Tally tally) {
        draft.findings.add(
                FindingCode.UNIQUE_CLASH_WITHIN,
                unique.name(),
                tally.within() + " values are on one source twice, as the target compares them",
                tally.within(),
                tally.repeated());
    }

    private boolean getsNewNames(ColumnPlan column) {
        return column.follows().stream()
                .anyMatch(follow -> draft.plan.uniques().get(follow.rule() - 1).renames() > 0);
    }

    private boolean cannotClash() {
        if (columns.stream().anyMatch(this::becomesNone)) {
            return false;
        }
        return draft.everywhere(table.name()).count() < 2 || columns.stream().anyMatch(this::movesApart);
    }

    /** Ids of different sources are different afterwards, so a key that always holds one is too. */
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

    /** Whether references are cleared to a value that stands for none, and that several rows may have. */
    private boolean becomesNone(ColumnPlan column) {
        Survival survival = draft.survival();
        return !column.column().nullable()
                && draft.plan.referencesOf(table.name(), column.name()).stream()
                        .anyMatch(reference ->
                                draft.plan.sources().stream().anyMatch(source -> survival.clears(reference, source)));
    }

    /** The key as it will sort; then the key as it is read, and that of the row. Of rows that give way for its sake, too. */
    private String query(SourcePlan source) {
        Dialect dialect = draft.dialect;
        List<String> conditions = new ArrayList<>(KeepFirst.named(draft.plan, dialect, unique));
        conditions.addAll(draft.survival().goingOrGivingWay(unique, source));
        List<String> selected = new ArrayList<>();
        RowSelect rows = new RowSelect(draft.plan, dialect, table, source, AuditNames.LEFT_OUT);
        for (ColumnPlan column : columns) {
            String value = Objects.requireNonNull(rows.values().get(column.name()));
            conditions.add(value + " IS NOT NULL");
            boolean number = column.column().kind() == Column.Kind.INTEGER;
            selected.add(number ? value : dialect.sortKey(value, column.column()));
        }
        for (String name :
                Stream.concat(unique.columns().stream(), table.key().stream()).toList()) {
            String raw = ROW + "." + dialect.quote(name);
            boolean bytes = table.column(name).column().kind() == Column.Kind.BINARY;
            selected.add(bytes ? "HEX(" + raw + ")" : dialect.text(raw));
        }
        String order = IntStream.rangeClosed(1, columns.size())
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", "));
        return "SELECT " + String.join(", ", selected) + " FROM " + rows.from() + " WHERE "
                + String.join(" AND ", conditions) + " ORDER BY " + order;
    }

    // ------------------------------------------------------------------------------------------------------- rename

    /** A row that is to get a new name, and how many were tried for it. */
    private record Wish(SourcePlan source, String key, String before, int tries) {}

    /** The one column of a key whose values get new names. */
    private ColumnPlan renamed() {
        return columns.get(0);
    }

    private UniquePlan rename(KeyMerge merge, RenameFile file) throws SQLException, IOException {
        Tally tally;
        try (SequenceWriter writer = file.writer()) {
            tally = merge.tally(true, group -> {
                // rows of a source that only the target's collation takes for the same are renamed too
                for (Row row : unique.side() == Side.ALL ? group : group.subList(1, group.size())) {
                    List<String> key = row.others().subList(1, row.others().size());
                    String before = String.valueOf(row.others().get(0));
                    wishes.add(new Wish(row.source(), KeyWalk.position(key), before, 1));
                }
                while (wishes.size() >= BATCH) {
                    write(writer);
                }
            });
            while (!wishes.isEmpty()) {
                write(writer);
            }
        }
        String name = file.path().getFileName().toString();
        if (tally.within() > 0) {
            reportWithin(tally);
        }
        if (tally.clashes() > 0) {
            draft.findings.add(
                    FindingCode.RESOLVED,
                    unique.name(),
                    tally.clashes() + " names are on more than one source; " + renames
                            + " rows get a new one, listed in " + name,
                    renames,
                    List.copyOf(samples));
        }
        return unique.counted(tally.clashes(), renames, name, file.hash());
    }

    /** Writes those of a batch whose name is free; the others stay, to try their next one. */
    private void write(SequenceWriter writer) throws SQLException {
        List<Wish> front = wishes.subList(0, Math.min(BATCH, wishes.size()));
        List<Wish> batch = List.copyOf(front);
        front.clear();
        List<String> candidates = batch.stream().map(this::candidate).toList();
        List<Optional<Long>> free = free(candidates);
        for (int i = 0; i < batch.size(); i++) {
            Wish wish = batch.get(i);
            if (free.get(i).filter(taken::add).isPresent()) {
                write(writer, new Rename(wish.source().alias(), wish.key(), wish.before(), candidates.get(i)));
            } else if (wish.tries() >= MOST_TRIES) {
                draft.findings.add(
                        FindingCode.RENAME_EXHAUSTED,
                        wish.source().alias() + "." + table.name() + "."
                                + renamed().name(),
                        "no free name for '" + wish.before() + "' after " + MOST_TRIES + " tries, within "
                                + unique.maxLength() + " characters");
            } else {
                wishes.add(new Wish(wish.source(), wish.key(), wish.before(), wish.tries() + 1));
            }
        }
    }

    private void write(SequenceWriter writer, Rename rename) {
        try {
            writer.write(rename.marked());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write renames: " + e.getMessage(), e);
        }
        renames++;
        if (samples.size() < Draft.SAMPLES) {
            samples.add(rename.alias() + ": " + rename.before() + " becomes " + rename.after());
        }
    }

    /** A name after the pattern, from the second try on with a number; it is the old name that is shortened, if there is no room. */
    private String candidate(Wish wish) {
        String number = wish.tries() == 1 ? "" : String.valueOf(wish.tries());
        String frame = unique.pattern().replace("{alias}", wish.source().alias());
        String besides = frame.replace("{name}", "");
        int room = unique.maxLength() - number.length();
        int roomForName = room - besides.codePointCount(0, besides.length());
        if (roomForName < 1) {
            // nothing of the old name fits: the alias and a number still say whose it was
            return cut(besides, Math.max(0, room)) + number;
        }
        return frame.replace("{name}", cut(wish.before(), roomForName)) + number;
    }

    /** To so many characters, as databases count them. */
    private static String cut(String text, int characters) {
        return text.codePointCount(0, text.length()) <= characters
                ? text
                : text.substring(0, text.offsetByCodePoints(0, characters)).stripTrailing();
    }

    /** For each candidate a hash of how it sorts, empty if some source has it already, or it stands for no name. */
    private List<Optional<Long>> free(List<String> candidates) throws SQLException {
        String compared = draft.dialect.comparedAs("x.v", renamed().column());
        List<String> there = new ArrayList<>();
        for (SourcePlan source : draft.plan.sources()) {
            if (draft.table(source, table.name()).isPresent()) {
                there.add("EXISTS (SELECT 1 FROM %s WHERE %s = %s)"
                        .formatted(
                                RowSelect.rowsOf(draft.dialect, table, source, "s"),
                                KeepFirst.compared(
                                        draft.dialect,
                                        renamed(),
                                        "s." + draft.dialect.quote(renamed().name())),
                                compared));
            }
        }
        if (!unique.none().isEmpty()) {
            String noNames = KeepFirst.noNames(draft.dialect, unique, renamed().column());
            there.add(compared + " IN (" + noNames + ")");
        }
        String numbered = IntStream.range(0, candidates.size())
                .mapToObj(i -> "SELECT " + i + " AS n, " + draft.dialect.text("?") + " AS v")
                .collect(Collectors.joining(" UNION ALL "));
        String sql = "SELECT x.n, %s, CASE WHEN %s THEN 1 ELSE 0 END FROM (%s) x ORDER BY 1"
                .formatted(draft.dialect.sortKey("x.v", renamed().column()), String.join(" OR ", there), numbered);
        return draft.sessions.with(session -> Sql.list(
                session,
                sql,
                row -> row.getInt(3) == 1 ? Optional.empty() : Optional.of(hash(row.getBytes(2))),
                candidates.toArray()));
    }

    /** FNV-1a, of 64 bits (Fowler, Noll, Vo). */
    private static long hash(byte[] bytes) {
        long hash = 0xcbf29ce484222325L;
        for (byte each : bytes) {
            hash = (hash ^ (each & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }
}
