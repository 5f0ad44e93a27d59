package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.UniqueConfig.LeftReferences;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.KeyMerge.Tally;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Survival;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Counts values that clash, under the target's collations, and makes new names. */
final class UniqueSearch {

    private final Game game;
    private final MergePlan draft;
    private final Findings findings;
    private final Path planPath;
    private final Dialect dialect;

    UniqueSearch(Game game, MergePlan draft, Findings findings, Path planPath) {
        this.game = game;
        this.draft = draft;
        this.findings = findings;
        this.planPath = planPath;
        dialect = game.sessions().dialect();
    }

    UniquePlan search(UniquePlan unique) throws SQLException, IOException {
        TablePlan table = draft.table(unique.table());
        if (cannotClash(unique, table)) {
            return unique;
        }
        KeyMerge merge = merge(unique, table);
        if (unique.onClash() == OnClash.RENAME) {
            return new Renames(game, draft, findings, planPath).make(unique, table, merge);
        }
        Tally tally = merge.tally(unique.columns().size());
        if (tally.clashes() > 0) {
            report(unique, table, tally);
        }
        if (tally.within() > 0 && unique.onClash() == OnClash.KEEP_FIRST) {
            findings.error(
                    "UNIQUE_CLASH_WITHIN",
                    unique.table() + "(" + String.join(", ", unique.columns()) + ")",
                    tally.within()
                            + " values are on one source twice, as the target compares them; keep-first keeps the first source's"
                            + " row, not one of two: choose rename, or change the rows before",
                    tally.within(),
                    List.of());
        }
        return unique.counted(tally.clashes(), 0, null, null);
    }

    /** Ids of different sources are different afterwards, so a key that holds one is too. */
    private boolean cannotClash(UniquePlan unique, TablePlan table) {
        for (String name : unique.columns()) {
            ColumnPlan column = table.column(name);
            for (Remap remap : column.remaps()) {
                IdDomain domain = draft.domain(remap.domain());
                if (remap.when() == null
                        && remap.none().isEmpty()
                        && domain.mode() != IdMode.STATIC
                        && !follows(domain)) {
                    return true;
                }
            }
        }
        return draft.sources().stream()
                        .filter(source -> game.table(source, table.name()).isPresent())
                        .count()
                < 2;
    }

    private boolean follows(IdDomain domain) {
        return draft.uniques().stream()
                .anyMatch(unique -> unique.onClash() == OnClash.KEEP_FIRST
                        && unique.references() == LeftReferences.FOLLOW
                        && unique.clashes() > 0
                        && domain.roots().stream().anyMatch(root -> root.table().equals(unique.table())));
    }

    private KeyMerge merge(UniquePlan unique, TablePlan table) {
        KeyMerge merge = new KeyMerge(game.sessions());
        for (SourcePlan source : draft.sources()) {
            if (table.copiedFromByClass(source.number())
                    && game.table(source, table.name()).isPresent()) {
                merge.add(source, query(unique, table, source));
            }
        }
        return merge;
    }

    /** The key as it sorts; then the key as it is read, and that of the row. */
    private String query(UniquePlan unique, TablePlan table, SourcePlan source) {
        List<String> conditions = new ArrayList<>();
        List<String> selected = new ArrayList<>();
        for (String name : unique.columns()) {
            ColumnPlan column = table.column(name);
            String value = planned(column, source);
            conditions.add("s." + dialect.quote(name) + " IS NOT NULL");
            selected.add(
                    column.column().kind() == Column.Kind.INTEGER ? value : dialect.sortKey(value, column.column()));
        }
        for (String name : unique.columns()) {
            selected.add(shown(table.column(name)));
        }
        for (String name : table.key()) {
            selected.add(shown(table.column(name)));
        }
        String keep = new Survival(draft, dialect).of(table, source, "s");
        if (!keep.isEmpty()) {
            conditions.add(keep);
        }
        String order = java.util.stream.IntStream.rangeClosed(
                        1, unique.columns().size())
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", "));
        return "SELECT " + String.join(", ", selected) + " FROM " + dialect.table(source.database(), table.name())
                + " s WHERE " + String.join(" AND ", conditions) + " ORDER BY " + order;
    }

    private String shown(ColumnPlan column) {
        String raw = "s." + dialect.quote(column.name());
        return column.column().kind() == Column.Kind.BINARY ? "HEX(" + raw + ")" : dialect.text(raw);
    }

    /** What will stand in the column, as far as two sources' values can be compared: fresh ids are not made yet. */
    private String planned(ColumnPlan column, SourcePlan source) {
        String raw = "s." + dialect.quote(column.name());
        StringBuilder cases = new StringBuilder();
        for (Remap remap : column.remaps()) {
            IdDomain domain = draft.domain(remap.domain());
            SourceIds ids = domain.of(source.number());
            // a fresh id meets no other: a number that no source has, beyond all that are 64 bits wide, stands for it
            String moved = ids.freshFrom() != 0
                    ? "CAST(" + raw + " AS DECIMAL(30)) * 1024 + 10000000000000000000000 + " + source.number()
                    : raw + " + " + ids.shift();
            List<String> conditions = new ArrayList<>();
            conditions.add(
                    remap.when() == null
                            ? raw + " IS NOT NULL"
                            : "(" + remap.when().replace("{source}", dialect.quote(source.database())) + ")");
            if (!remap.none().isEmpty()) {
                conditions.add(raw + " NOT IN ("
                        + remap.none().stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")");
            }
            if (domain.mode() != IdMode.STATIC) {
                cases.append(" WHEN ")
                        .append(String.join(" AND ", conditions))
                        .append(" THEN ")
                        .append(followed(domain, source, raw, moved));
            }
        }
        return cases.isEmpty() ? raw : "CASE" + cases + " ELSE " + raw + " END";
    }

    /** The id of the row that is kept in place of one that is not. */
    private String followed(IdDomain domain, SourcePlan source, String raw, String moved) {
        StringBuilder choices = new StringBuilder();
        for (UniquePlan unique : draft.uniques()) {
            if (unique.references() == LeftReferences.FOLLOW && unique.clashes() > 0) {
                domain.roots().stream()
                        .filter(root -> root.table().equals(unique.table()))
                        .forEach(root -> {
                            for (SourcePlan earlier : draft.sources().subList(0, source.number() - 1)) {
                                Survival survival = new Survival(draft, dialect);
                                choices.append("(SELECT MIN(fe.")
                                        .append(dialect.quote(root.column()))
                                        .append(" + ")
                                        .append(domain.of(earlier.number()).shift())
                                        .append(") FROM ")
                                        .append(dialect.table(source.database(), unique.table()))
                                        .append(" fs JOIN ")
                                        .append(survival.candidates(draft.table(unique.table()), earlier, "fe"))
                                        .append(" ON ")
                                        .append(survival.sameKey(unique, "fs", "fe"))
                                        .append(" WHERE fs.")
                                        .append(dialect.quote(root.column()))
                                        .append(" = ")
                                        .append(raw)
                                        .append("), ");
                            }
                        });
            }
        }
        return choices.isEmpty() ? moved : "COALESCE(" + choices + moved + ")";
    }

    private void report(UniquePlan unique, TablePlan table, Tally tally) {
        String subject = unique.table() + "(" + String.join(", ", unique.columns()) + ")";
        boolean primary = unique.columns().equals(table.key());
        if (unique.onClash() == OnClash.FAIL) {
            findings.error(
                    primary ? "PRIMARY_CLASH" : "UNIQUE_CLASH",
                    subject,
                    tally.clashes()
                            + " values are on more than one source: list it under unique with on-clash: rename or keep-first,"
                            + " or choose another class for the table, such as main-only or keep-newest",
                    tally.clashes(),
                    tally.samples());
        } else {
            findings.warning(
                    primary ? "PRIMARY_CLASH" : "UNIQUE_CLASH",
                    subject,
                    tally.clashes() + " values are on more than one source; the first source's rows are kept"
                            + (unique.references() == LeftReferences.FOLLOW
                                    ? ", and what refers to the others follows"
                                    : ""),
                    tally.clashes(),
                    tally.samples());
        }
    }
}
