package io.snowflakeid.merge.planning;

import com.fasterxml.jackson.databind.SequenceWriter;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.UniqueConfig.Side;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.RenameFile.Rename;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.KeyMerge.Row;
import io.snowflakeid.merge.planning.KeyMerge.Tally;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.KeyWalk;
import io.snowflakeid.merge.rows.RowSelect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes new names for those of a key that clash, each free on all sources and different from all others that were made, under the target's
 * collation.
 */
final class Renames {

    private static final int BATCH = 400;
    private static final int MOST_TRIES = 1_000;

    private final Draft draft;
    private final RenameFile file;
    private final UniquePlan unique;
    private final TablePlan table;
    private final ColumnPlan column;

    /** Hashes of how new names sort; a name whose hash is taken by chance only gets another number. */
    private final Set<Long> taken = new HashSet<>();

    private final List<Wish> wishes = new ArrayList<>();
    private final List<String> samples = new ArrayList<>();
    private long renamed;

    Renames(Draft draft, RenameFile file, UniquePlan unique) {
        this.draft = draft;
        this.file = file;
        this.unique = unique;
        table = draft.plan.table(unique.table());
        column = table.column(unique.columns().get(0));
    }

    private record Wish(SourcePlan source, String key, String before, int tries) {}

    UniquePlan make(KeyMerge merge) throws SQLException, IOException {
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
            new UniqueSearch(draft, unique)
                    .reportWithin(
                            tally,
                            "names are on one source twice, so a new name cannot tell their rows apart: change these rows"
                                    + " before, or leave this key out of unique");
        }
        if (tally.clashes() > 0) {
            draft.findings.warning(
                    FindingCode.UNIQUE_CLASH,
                    unique.name(),
                    tally.clashes() + " names are on more than one source; " + renamed
                            + " rows get a new one, listed in " + name,
                    renamed,
                    List.copyOf(samples));
        }
        return unique.counted(tally.clashes(), renamed, name, file.hash());
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
                draft.findings.error(
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
        String compared = draft.dialect.comparedAs("x.v", column.column());
        List<String> there = new ArrayList<>();
        for (SourcePlan source : draft.plan.sources()) {
            if (draft.table(source, table.name()).isPresent()) {
                there.add("EXISTS (SELECT 1 FROM %s WHERE %s = %s)"
                        .formatted(
                                RowSelect.rowsOf(draft.dialect, table, source, "s"),
                                KeepFirst.compared(draft.dialect, column, "s." + draft.dialect.quote(column.name())),
                                compared));
            }
        }
        if (!unique.none().isEmpty()) {
            String noNames = KeepFirst.noNames(draft.dialect, unique, column.column());
            there.add(compared + " IN (" + noNames + ")");
        }
        String numbered = IntStream.range(0, candidates.size())
                .mapToObj(i -> "SELECT " + i + " AS n, " + draft.dialect.text("?") + " AS v")
                .collect(Collectors.joining(" UNION ALL "));
        String sql = "SELECT x.n, %s, CASE WHEN %s THEN 1 ELSE 0 END FROM (%s) x ORDER BY 1"
                .formatted(draft.dialect.sortKey("x.v", column.column()), String.join(" OR ", there), numbered);
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
