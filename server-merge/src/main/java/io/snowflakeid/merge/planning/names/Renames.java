package io.snowflakeid.merge.planning.names;

import com.fasterxml.jackson.databind.SequenceWriter;
import io.snowflakeid.merge.FindingCode;
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
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.KeyWalk;
import io.snowflakeid.merge.rows.SourceTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes new names for those of a key that clash, each free on all sources and different from all others that were made, under the target's
 * collation.
 */
final class Renames extends DraftReader {

    private static final int BATCH = 400;
    private static final int MOST_TRIES = 1_000;

    private final UniquePlan unique;
    private final TablePlan table;
    private final ColumnPlan column;
    private final RenameFile file;

    /** Hashes of how new names sort; a name whose hash is taken by chance only gets another number. */
    private final Set<Long> taken = new HashSet<>();

    private final List<Wish> wishes = new ArrayList<>();
    private final List<String> samples = new ArrayList<>();
    private final List<String> repeated = new ArrayList<>();
    private long clashes;
    private long clashesWithin;
    private long renamed;

    Renames(Game game, MergePlan draft, Findings findings, Path planPath, UniquePlan unique) {
        super(game, draft, findings);
        this.unique = unique;
        table = draft.table(unique.table());
        column = table.column(unique.columns().get(0));
        file = new RenameFile(planPath.resolveSibling(
                ListName.of(planPath, "renames", table.name(), unique.columns().get(0), unique.number())));
    }

    private record Wish(SourcePlan source, String key, String before, int tries) {}

    UniquePlan make(KeyMerge merge) throws SQLException, IOException {
        try (SequenceWriter writer = file.writer()) {
            merge.groups(1, group -> {
                count(group);
                // rows of a source that only the target's collation takes for the same are renamed too
                for (Row row : unique.side() == Side.ALL ? group : group.subList(1, group.size())) {
                    String key = KeyWalk.position(
                            row.others().subList(1, row.others().size()));
                    wishes.add(new Wish(
                            row.source(), key, String.valueOf(row.others().get(0)), 1));
                }
                while (wishes.size() >= BATCH) {
                    write(writer);
                }
            });
            while (!wishes.isEmpty()) {
                write(writer);
            }
        }
        report();
        return unique.counted(clashes, renamed, fileName(), file.hash());
    }

    private String fileName() {
        return file.path().getFileName().toString();
    }

    private void count(List<Row> group) {
        List<String> twice = group.stream()
                .collect(Collectors.groupingBy(
                        row -> String.valueOf(row.others().get(0)), LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .flatMap(rows -> KeyMerge.repeated(rows, 1).stream())
                .toList();
        clashes++;
        clashesWithin += twice.isEmpty() ? 0 : 1;
        repeated.addAll(twice.subList(0, Math.min(twice.size(), SAMPLES - repeated.size())));
    }

    private void report() {
        if (clashesWithin > 0) {
            findings.error(
                    FindingCode.UNIQUE_CLASH_WITHIN,
                    unique.name(),
                    clashesWithin
                            + " names are on one source twice, so a new name cannot tell their rows apart: change these rows"
                            + " before, or leave this key out of unique"
                            + UniqueSearch.noneAdvice(game, unique),
                    clashesWithin,
                    List.copyOf(repeated));
        }
        if (clashes > 0) {
            findings.warning(
                    FindingCode.UNIQUE_CLASH,
                    unique.name(),
                    clashes + " names are on more than one source; " + renamed + " rows get a new one, listed in "
                            + fileName(),
                    renamed,
                    List.copyOf(samples));
        }
    }

    // -------------------------------------------------------------------------------------------------------- write

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
                findings.error(
                        FindingCode.RENAME_EXHAUSTED,
                        wish.source().alias() + "." + table.name() + "." + column.name(),
                        "no free name for '" + wish.before() + "' after " + MOST_TRIES + " tries, within "
                                + unique.maxLength() + " characters: choose another pattern or a greater max-length");
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
        renamed++;
        if (samples.size() < SAMPLES) {
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
            // nothing of the old name fits: the alias and a number still tell whose it was
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
        String compared = dialect.comparedAs("x.v", column.column());
        List<String> there = new ArrayList<>();
        for (SourcePlan source : draft.sources()) {
            if (game.table(source, table.name()).isPresent()) {
                there.add("EXISTS (SELECT 1 FROM %s WHERE %s = %s)"
                        .formatted(
                                SourceTable.rows(dialect, table, source, "s"),
                                KeepFirst.compared(dialect, column, "s." + dialect.quote(column.name())),
                                compared));
            }
        }
        if (!unique.none().isEmpty()) {
            String noNames = KeepFirst.noNames(dialect, unique, column.column());
            there.add(compared + " IN (" + noNames + ")");
        }
        String numbered = IntStream.range(0, candidates.size())
                .mapToObj(i -> "SELECT " + i + " AS n, " + dialect.text("?") + " AS v")
                .collect(Collectors.joining(" UNION ALL "));
        String sql = "SELECT x.n, %s, CASE WHEN %s THEN 1 ELSE 0 END FROM (%s) x ORDER BY 1"
                .formatted(dialect.sortKey("x.v", column.column()), String.join(" OR ", there), numbered);
        return game.sessions()
                .with(session -> Sql.list(
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
