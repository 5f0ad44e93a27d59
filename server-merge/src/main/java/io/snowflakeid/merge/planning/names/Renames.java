package io.snowflakeid.merge.planning.names;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SequenceWriter;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.UniqueConfig.Side;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.RenameFile.Rename;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.draft.DraftReader;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.KeyMerge;
import io.snowflakeid.merge.planning.draft.KeyMerge.Row;
import io.snowflakeid.merge.planning.draft.ListName;
import io.snowflakeid.merge.rows.NoName;
import io.snowflakeid.merge.rows.SourceTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes new names for those that clash, each free on all sources and different from all others that were made, under the target's
 * collation.
 */
final class Renames extends DraftReader {

    private static final int BATCH = 400;
    private static final int MOST_TRIES = 1_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path planPath;

    /** Hashes of how new names sort; a name whose hash is taken by chance only gets another number. */
    private final Set<Long> taken = new HashSet<>();

    private final List<String> samples = new ArrayList<>();

    Renames(Game game, MergePlan draft, Findings findings, Path planPath) {
        super(game, draft, findings);
        this.planPath = planPath;
    }

    private record Wish(SourcePlan source, String key, String before, int tries) {
        Wish again() {
            return new Wish(source, key, before, tries + 1);
        }
    }

    UniquePlan make(UniquePlan unique, TablePlan table, KeyMerge merge) throws SQLException, IOException {
        String fileName = ListName.of(
                planPath, "renames", unique.table(), unique.columns().get(0), unique.number());
        RenameFile file = new RenameFile(planPath.resolveSibling(fileName));
        // names, rows that get a new one, names that one source has twice
        long[] counts = new long[3];
        List<Wish> wishes = new ArrayList<>();
        List<String> repeated = new ArrayList<>();
        try (SequenceWriter writer = file.writer()) {
            merge.groups(1, group -> {
                counts[0]++;
                List<String> twice = sameTwice(group);
                counts[2] += twice.isEmpty() ? 0 : 1;
                repeated.addAll(twice.subList(0, Math.min(twice.size(), SAMPLES - repeated.size())));
                for (Row row : renamed(unique, group)) {
                    wishes.add(wish(row));
                }
                while (wishes.size() >= BATCH) {
                    counts[1] += write(unique, table, wishes, writer);
                }
            });
            while (!wishes.isEmpty()) {
                counts[1] += write(unique, table, wishes, writer);
            }
        }
        report(unique, fileName, counts, repeated);
        return unique.counted(counts[0], counts[1], fileName, file.hash());
    }

    private void report(UniquePlan unique, String fileName, long[] counts, List<String> repeated) {
        String subject = unique.name();
        if (counts[2] > 0) {
            findings.error(
                    FindingCode.UNIQUE_CLASH_WITHIN,
                    subject,
                    counts[2]
                            + " names are on one source twice, so a new name cannot tell their rows apart: change these rows"
                            + " before, or leave this key out of unique"
                            + (UniqueSearch.mayStandForNone(game, unique) ? UniqueSearch.NONE_ADVICE : ""),
                    counts[2],
                    List.copyOf(repeated));
        }
        if (counts[0] > 0) {
            findings.warning(
                    FindingCode.UNIQUE_CLASH,
                    subject,
                    counts[0] + " names are on more than one source; " + counts[1] + " rows get a new one, listed in "
                            + fileName,
                    counts[1],
                    List.copyOf(samples));
        }
    }

    private static List<String> sameTwice(List<Row> group) {
        Map<String, List<Row>> byName = group.stream()
                .collect(Collectors.groupingBy(
                        row -> String.valueOf(row.others().get(0)), LinkedHashMap::new, Collectors.toList()));
        return byName.values().stream()
                .flatMap(rows -> KeyMerge.repeated(rows, 1).stream())
                .toList();
    }

    /** Rows of a source that only the target's collation takes for the same are renamed too. */
    private static List<Row> renamed(UniquePlan unique, List<Row> group) {
        return unique.side() == Side.ALL ? group : group.subList(1, group.size());
    }

    private static Wish wish(Row row) {
        String before = String.valueOf(row.others().get(0));
        String key;
        try {
            key = JSON.writeValueAsString(row.others().subList(1, row.others().size()));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts that are no JSON: " + row.others(), e);
        }
        return new Wish(row.source(), key, before, 1);
    }

    // -------------------------------------------------------------------------------------------------------- write

    /** Writes those of a batch whose name is free; the others stay, to try their next one. */
    private long write(UniquePlan unique, TablePlan table, List<Wish> wishes, SequenceWriter writer)
            throws SQLException {
        List<Wish> batch = List.copyOf(wishes.subList(0, Math.min(BATCH, wishes.size())));
        wishes.subList(0, batch.size()).clear();
        Column column = table.column(unique.columns().get(0)).column();
        List<String> candidates = new ArrayList<>();
        for (Wish wish : batch) {
            candidates.add(NewName.of(
                    unique.pattern(), wish.before(), wish.source().alias(), wish.tries(), unique.maxLength()));
        }
        List<Optional<Long>> free = game.sessions().with(session -> free(session, unique, table, candidates));
        long written = 0;
        for (int i = 0; i < batch.size(); i++) {
            Wish wish = batch.get(i);
            if (free.get(i).filter(taken::add).isPresent()) {
                write(writer, new Rename(wish.source().alias(), wish.key(), wish.before(), candidates.get(i)));
                written++;
            } else if (wish.tries() >= MOST_TRIES) {
                findings.error(
                        FindingCode.RENAME_EXHAUSTED,
                        wish.source().alias() + "." + unique.table() + "." + column.name(),
                        "no free name for '" + wish.before() + "' after " + MOST_TRIES + " tries, within "
                                + unique.maxLength() + " characters: choose another pattern or a greater max-length");
            } else {
                wishes.add(wish.again());
            }
        }
        return written;
    }

    private void write(SequenceWriter writer, Rename rename) {
        try {
            writer.write(rename);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write renames: " + e.getMessage(), e);
        }
        if (samples.size() < SAMPLES) {
            samples.add(rename.alias() + ": " + rename.before() + " becomes " + rename.after());
        }
    }

    /** For each candidate a hash of how it sorts, empty if some source has it already, or it stands for no name. */
    private List<Optional<Long>> free(Connection session, UniquePlan unique, TablePlan table, List<String> candidates)
            throws SQLException {
        Column column = table.column(unique.columns().get(0)).column();
        String compared = dialect.comparedAs("x.v", column);
        ColumnPlan plan = table.column(column.name());
        List<String> there = new ArrayList<>();
        for (SourcePlan source : draft.sources()) {
            if (game.table(source, table.name()).isPresent()) {
                String name = "s." + dialect.quote(column.name());
                there.add("EXISTS (SELECT 1 FROM %s WHERE %s = %s)"
                        .formatted(
                                SourceTable.rows(dialect, table, source, "s"),
                                plan.collationsDiffer() ? dialect.comparedAs(name, column) : name,
                                compared));
            }
        }
        if (!unique.none().isEmpty()) {
            there.add(compared + " IN (" + NoName.values(dialect, unique, column) + ")");
        }
        String sql = "SELECT x.n, %s, CASE WHEN %s THEN 1 ELSE 0 END FROM (%s) x ORDER BY 1"
                .formatted(dialect.sortKey("x.v", column), String.join(" OR ", there), numbered(candidates.size()));
        return Sql.list(
                session,
                sql,
                row -> row.getInt(3) == 1 ? Optional.empty() : Optional.of(hash(row.getBytes(2))),
                candidates.toArray());
    }

    private String numbered(int candidates) {
        return IntStream.range(0, candidates)
                .mapToObj(i -> "SELECT " + i + " AS n, " + dialect.text("?") + " AS v")
                .collect(Collectors.joining(" UNION ALL "));
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
