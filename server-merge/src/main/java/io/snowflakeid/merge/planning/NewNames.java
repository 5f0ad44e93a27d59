package io.snowflakeid.merge.planning;

import com.fasterxml.jackson.databind.SequenceWriter;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.RenameFile.Rename;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.Findings.Found;
import io.snowflakeid.merge.result.FindingCode;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.KeysetScan;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.sql.Dialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Creates new names, and writes the names into a CSV file. Each new name is unused on all sources, and differs from all other new names. */
final class NewNames {

    private static final int BATCH = 400;
    private static final int MOST_TRIES = 1_000;

    private final Draft draft;
    private final UniquePlan unique;
    private final ColumnPlan column;
    private final SequenceWriter writer;

    /** The digests of the sort keys of all new names. */
    private final Set<UUID> taken = new HashSet<>();

    private final List<Rename> batch = new ArrayList<>();

    private final List<String> samples = new ArrayList<>();
    private long count;

    NewNames(Draft draft, UniquePlan unique, SequenceWriter writer) {
        this.draft = draft;
        this.unique = unique;
        this.writer = writer;
        column = draft.plan.table(unique.table()).column(unique.columns().get(0));
    }

    void add(SourcePlan source, List<String> key, String name) throws SQLException {
        batch.add(new Rename(source.alias(), KeysetScan.position(key), name, ""));
        if (batch.size() == BATCH) {
            write();
        }
    }

    /** Returns the number of new names and some examples. */
    Found finish() throws SQLException {
        if (!batch.isEmpty()) {
            write();
        }
        return new Found(count, samples);
    }

    private void write() throws SQLException {
        for (int tries = 1; !batch.isEmpty(); tries++) {
            List<Rename> tried = candidates(tries);
            batch.clear();
            List<Optional<UUID>> free = tried.isEmpty() ? List.of() : free(tried);
            for (int i = 0; i < tried.size(); i++) {
                if (free.get(i).filter(taken::add).isPresent()) {
                    write(tried.get(i));
                } else {
                    batch.add(tried.get(i));
                }
            }
        }
    }

    private List<Rename> candidates(int tries) {
        List<Rename> candidates = new ArrayList<>();
        for (Rename row : batch) {
            String frame = unique.pattern().replace("{alias}", row.alias()) + (tries == 1 ? "" : tries);
            int room = unique.maxLength() - characters(frame.replace("{name}", ""));
            if (room > 0 && tries <= MOST_TRIES) {
                candidates.add(row.to(frame.replace("{name}", cut(row.before(), room))));
            } else {
                String subject = row.alias() + "." + unique.table() + "." + column.name();
                String what = "no free name for '%s' after %d tries, within %d characters"
                        .formatted(row.before(), tries - 1, unique.maxLength());
                draft.findings.add(FindingCode.RENAME_EXHAUSTED, subject, what);
            }
        }
        return candidates;
    }

    private static int characters(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Truncates a text to the given number of Unicode code points, because databases count code points as characters. */
    private static String cut(String text, int characters) {
        return characters(text) <= characters
                ? text
                : text.substring(0, text.offsetByCodePoints(0, characters)).stripTrailing();
    }

    private void write(Rename rename) {
        try {
            writer.write(rename.marked());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write renames: " + e.getMessage(), e);
        }
        count++;
        if (count <= Draft.SAMPLES) {
            samples.add(rename.alias() + ": " + rename.before() + " becomes " + rename.after());
        }
    }

    /** Returns a digest for each unused name, and an empty value for each used name. */
    private List<Optional<UUID>> free(List<Rename> candidates) throws SQLException {
        Dialect dialect = draft.dialect;
        String numbered = IntStream.range(0, candidates.size())
                .mapToObj(i -> "SELECT " + i + " AS n, " + dialect.text("?") + " AS v")
                .collect(Collectors.joining(" UNION ALL "));
        String sql = "SELECT CASE WHEN %s THEN NULL ELSE %s END FROM (%s) x ORDER BY x.n"
                .formatted(isTaken(), dialect.sortKey("x.v", column.column()), numbered);
        return draft.sessions.with(session -> Sql.list(
                session,
                sql,
                row -> Optional.ofNullable(row.getBytes(1)).map(UUID::nameUUIDFromBytes),
                candidates.stream().map(Rename::after).toArray()));
    }

    private String isTaken() {
        Dialect dialect = draft.dialect;
        TablePlan table = draft.plan.table(unique.table());
        String compared = dialect.comparedAs("x.v", column.column());
        String there = draft.plan.sources().stream()
                .filter(source -> table.rowsOf(source.number()) != null)
                .map(source -> "EXISTS (SELECT 1 FROM %s WHERE %s = %s)"
                        .formatted(
                                RowSelect.rowsOf(dialect, table, source, "s"),
                                KeepFirst.compared(dialect, column, "s." + dialect.quote(column.name())),
                                compared))
                .collect(Collectors.joining(" OR "));
        String none = KeepFirst.noNames(dialect, unique, column.column());
        return there + (none.isEmpty() ? "" : " OR " + compared + " IN (" + none + ")");
    }
}
