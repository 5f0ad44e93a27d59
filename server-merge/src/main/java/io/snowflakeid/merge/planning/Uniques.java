package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Key;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.ConfigLines;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.config.UniqueConfig;
import io.snowflakeid.merge.config.UniqueConfig.Follower;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.ReferencePlan.Link;
import io.snowflakeid.merge.plan.TablePlan.Follow;
import io.snowflakeid.merge.plan.UniquePlan;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Collects the keys whose values must be unique, with the operator's rules for equal values. */
final class Uniques {

    private final Draft draft;

    /** The rules for unique keys, by table and sorted column names. If several rules have equal columns, the first rule is used. */
    private final Map<String, UniquePlan> found = new LinkedHashMap<>();

    Uniques(Draft draft) {
        this.draft = draft;
    }

    /** Returns the rules for configured keys and for the unique keys of {@code union} tables. */
    List<UniquePlan> read() throws SQLException {
        // the planner renames first, because the check of a key that contains new names needs the results
        List<UniqueConfig> configs = new ArrayList<>(draft.config.unique());
        configs.sort(Comparator.comparing(config -> config.onClash() != OnClash.RENAME));
        for (UniqueConfig config : configs) {
            String fault = draft.missing(config.table(), config.columns())
                    .orElseGet(() -> fault(config, draft.mainTable(config.table())));
            if (fault.isEmpty()) {
                add(config);
            } else {
                draft.wrong(config.table() + config.columns(), fault, "unique", item(config));
            }
        }
        draft.main().tables().values().stream()
                .filter(table -> draft.configOf(table.name()).tableClass() == TableClass.UNION)
                .forEach(this::addKeys);
        draft.follows.forEach(this::refuseTwoNames);
        draft.follows.keySet().forEach(this::refuseComputed);
        return List.copyOf(found.values());
    }

    private String item(UniqueConfig config) {
        return ConfigLines.item(draft.config.unique().indexOf(config));
    }

    private void add(UniqueConfig config) throws SQLException {
        UniquePlan rule = rule(config, draft.mainTable(config.table()));
        if (add(rule) && config.onClash() == OnClash.RENAME) {
            follow(new ColumnName(rule.table(), rule.columns().get(0)), null, config, rule, "unique", item(config));
            for (Follower follower : config.followedBy()) {
                String item = ConfigLines.item(config.followedBy().indexOf(follower));
                ColumnName column = new ColumnName(follower.table(), follower.column());
                follow(column, follower.when(), config, rule, "unique", item(config), "followed-by", item);
            }
        }
    }

    private UniquePlan rule(UniqueConfig config, Table table) {
        boolean renames = config.onClash() == OnClash.RENAME;
        return new UniquePlan(
                found.size() + 1,
                table.name(),
                Draft.spelled(table, config.columns()),
                config.none(),
                config.onClash(),
                config.pattern(),
                config.side(),
                renames ? lengthOf(table.column(config.columns().get(0)), config) : 0,
                config.references(),
                0,
                0,
                null,
                null);
    }

    private boolean add(UniquePlan rule) {
        return found.putIfAbsent(rule.table() + new TreeSet<>(rule.columns()), rule) == null;
    }

    private void addKeys(Table table) {
        for (Key key : table.keys()) {
            if (key.unique() && key.plain()) {
                add(UniquePlan.declared(found.size() + 1, table.name(), Draft.spelled(table, key.columns())));
            }
        }
    }

    private static int lengthOf(Column column, UniqueConfig config) {
        long length = column.characters() == null ? 0 : Math.min(column.characters(), 700);
        return (int) (config.maxLength() == null ? length : Math.min(length, config.maxLength()));
    }

    /** Returns the first error in the operator's rule for a unique key, or an empty text. */
    private String fault(UniqueConfig config, Table table) {
        List<Column> columns = config.columns().stream().map(table::column).toList();
        boolean text = columns.size() == 1 && columns.get(0).kind() == Column.Kind.TEXT;
        if (config.onClash() != OnClash.FAIL && columns.stream().anyMatch(column -> column.generated() != null)) {
            return "the key has a column that is computed, and not what it is computed from";
        }
        if (config.onClash() == OnClash.RENAME && (!text || columns.get(0).characters() == null)) {
            return "only a key of one text column can be renamed";
        }
        if (!config.none().isEmpty() && !text) {
            return "none is for a key of one text column";
        }
        if (!config.none().isEmpty() && table.keys().stream().anyMatch(key -> isOn(key, columns.get(0)))) {
            return "rows with a value of none would clash in the target, where the column alone is a unique key";
        }
        return config.onClash() == OnClash.KEEP_FIRST ? faultOfKept(config) : "";
    }

    private static boolean isOn(Key key, Column column) {
        return key.unique() && key.columns().size() == 1 && key.columns().get(0).equalsIgnoreCase(column.name());
    }

    private String faultOfKept(UniqueConfig config) {
        String table = config.table();
        if (found.values().stream()
                .anyMatch(rule -> rule.keepsFirst() && rule.table().equals(table))) {
            return "the table has another key with on-clash: keep-first, and which row is kept would depend on their order";
        }
        boolean referredTo = draft.plan.references().stream()
                .anyMatch(reference -> reference.parent().equals(table));
        return referredTo && config.references() == null
                ? "other tables refer to it: add references: follow, which leads them to the row that is kept, or drop, which"
                        + " leaves them out, too"
                : "";
    }

    /** Gives a column the new names of a rule, and also the columns that refer to the column, unless {@code followed-by} names them. */
    private void follow(
            ColumnName follower, @Nullable String when, UniqueConfig config, UniquePlan rule, String... place)
            throws SQLException {
        String subject = follower.toString();
        Optional<String> missing = draft.missing(follower.table(), List.of(follower.column()));
        if (missing.isPresent()) {
            draft.wrong(subject, missing.get(), place);
            return;
        }
        Column column = draft.column(follower);
        ColumnName name = new ColumnName(follower.table(), column.name());
        draft.follows
                .computeIfAbsent(name, each -> new ArrayList<>())
                .add(new Follow(rule.number(), when, refers(name, rule)));
        draft.tryOut(follower.table(), when, subject, place);
        String charset = column.charset();
        boolean copied = draft.configOf(follower.table()).tableClass() != TableClass.SKIP;
        if (charset != null && copied && !converts(rule.pattern(), charset)) {
            String what = "pattern %s has a character that the character set %s of column %s on the main server lacks";
            draft.wrong(subject, what.formatted(rule.pattern(), charset, subject), place);
        }
        for (ReferencePlan reference : when == null ? draft.plan.references() : List.<ReferencePlan>of()) {
            for (Link link : reference.links()) {
                if (link.parent().equals(name) && !follows(link.column(), reference.when(), config, rule)) {
                    follow(link.column(), reference.when(), config, rule, "unique", item(config));
                }
            }
        }
    }

    /** Returns true if a column already gets the new names of a rule, or if {@code followed-by} names the column. */
    private boolean follows(ColumnName column, @Nullable String when, UniqueConfig config, UniquePlan rule) {
        return draft.follows.getOrDefault(column, List.of()).stream()
                        .anyMatch(follow -> follow.rule() == rule.number() && Objects.equals(follow.when(), when))
                || config.followedBy().stream()
                        .anyMatch(follower -> follower.table().equals(column.table())
                                && follower.column().equalsIgnoreCase(column.column()));
    }

    /** Returns true if the column refers to names, and its values are equal to at most one name of the rule's key on each source. */
    private boolean refers(ColumnName column, UniquePlan rule) {
        boolean refers =
                !draft.plan.referencesOf(column.table(), column.column()).isEmpty();
        return refers
                && draft.plan.sources().stream().allMatch(source -> {
                    Optional<Table> table = draft.table(source, rule.table());
                    Optional<Column> name =
                            table.flatMap(names -> names.find(rule.columns().get(0)));
                    Optional<Column> child =
                            draft.table(source, column.table()).flatMap(each -> each.find(column.column()));
                    return name.isPresent()
                            && table.get().keys().stream().anyMatch(key -> key.plain() && isOn(key, name.get()))
                            && name.map(Column::collation).equals(child.map(Column::collation));
                });
    }

    /** Returns true if a character set contains all characters of a pattern. */
    private boolean converts(String pattern, String charset) throws SQLException {
        String sql = "SELECT CAST(CONVERT(CONVERT(x.c USING " + charset + ") USING utf8mb4) AS BINARY)"
                + " = CAST(x.c AS BINARY) FROM (SELECT CONVERT(? USING utf8mb4) AS c) x";
        return draft.texts(sql, pattern).get(0).equals("1");
    }

    /** Reports a column to which two rename rules apply, because the new name is ambiguous. */
    private void refuseTwoNames(ColumnName column, List<Follow> rules) {
        long different = rules.stream().map(Follow::rule).distinct().count();
        if (different > 1 && rules.stream().anyMatch(follow -> follow.when() == null)) {
            String what =
                    "its values may get a new name by %d lines, which are its own rename, name it under followed-by without"
                            + " a when, or rename what it refers to";
            draft.wrong(column.toString(), what.formatted(different), "unique");
        }
    }

    /** Reports a computed column whose names would not change, because the target computes the column from unchanged values. */
    private void refuseComputed(ColumnName column) {
        if (draft.column(column).generated() != null && draft.bases(column).noneMatch(draft.follows::containsKey)) {
            String what = "it is computed, and gets new names only if followed-by names what it is computed from";
            draft.wrong(column.toString(), what, "unique");
        }
    }
}
