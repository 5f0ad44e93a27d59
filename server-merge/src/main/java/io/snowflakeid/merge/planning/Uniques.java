package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Key;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.ConfigLines;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.config.UniqueConfig;
import io.snowflakeid.merge.config.UniqueConfig.Follower;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.TablePlan.Follow;
import io.snowflakeid.merge.plan.UniquePlan;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which values must be unique, and what the operator wants done where they are not. */
final class Uniques {

    private static final String COMPUTED =
            "the key has a column that is computed: name what it is computed from, or change the rows before";

    private final Draft draft;

    /** By table and columns in any order: the first of several counts. */
    private final Map<String, UniquePlan> found = new LinkedHashMap<>();

    private final Map<ColumnName, List<Follow>> follows = new LinkedHashMap<>();

    Uniques(Draft draft) {
        this.draft = draft;
    }

    /** Which renames each column follows, a renamed one its own. */
    Map<ColumnName, List<Follow>> follows() {
        return follows;
    }

    /** All unique keys of tables that are united, and those that the operator names; without counts. */
    List<UniquePlan> read() throws SQLException {
        // those that follow renames last: whether their names change is known by then
        List<UniqueConfig> configs = new ArrayList<>(draft.config.unique());
        configs.sort(Comparator.comparing(this::holdsNewNames));
        for (UniqueConfig config : configs) {
            Optional<String> fault = draft.missing(config.table(), config.columns())
                    .map(missing -> missing + ": correct " + place(config))
                    .or(() -> fault(config, draft.mainTable(config.table())));
            if (fault.isPresent()) {
                error(config.table() + config.columns(), fault.get());
            } else {
                add(config);
            }
        }
        draft.main().tables().values().stream()
                .filter(table -> draft.configOf(table.name()).tableClass() == TableClass.UNION)
                .forEach(this::addKeys);
        follows.forEach(this::refuseTwoNames);
        return List.copyOf(found.values());
    }

    private boolean holdsNewNames(UniqueConfig key) {
        return draft.config.unique().stream()
                .flatMap(config -> config.followedBy().stream())
                .anyMatch(follower -> follower.table().equals(key.table())
                        && key.columns().stream().anyMatch(follower.column()::equalsIgnoreCase));
    }

    private String item(UniqueConfig config) {
        return ConfigLines.item(draft.config.unique().indexOf(config));
    }

    private String place(UniqueConfig config) {
        return draft.config.lines().at("unique", item(config));
    }

    private void error(String subject, String message) {
        draft.findings.error(FindingCode.CONFIG_UNIQUE, subject, message);
    }

    private void add(UniqueConfig config) throws SQLException {
        Table table = draft.mainTable(config.table());
        List<String> columns = Draft.spelled(table, config.columns());
        boolean renames = config.onClash() == OnClash.RENAME;
        UniquePlan rule = new UniquePlan(
                found.size() + 1,
                table.name(),
                columns,
                config.none(),
                config.onClash(),
                config.pattern(),
                config.side(),
                renames ? lengthOf(table.column(columns.get(0)), config) : 0,
                config.references(),
                0,
                0,
                null,
                null);
        if (add(rule) && renames) {
            follow(config, new ColumnName(table.name(), columns.get(0)), rule, null);
            for (int i = 0; i < config.followedBy().size(); i++) {
                Follower follower = config.followedBy().get(i);
                String subject = follower.table() + "." + follower.column();
                Optional<String> missing = draft.missing(follower.table(), List.of(follower.column()));
                if (missing.isPresent()) {
                    error(subject, missing.get() + ": correct followed-by of " + place(config));
                } else {
                    Column column = draft.mainTable(follower.table()).column(follower.column());
                    follow(config, new ColumnName(follower.table(), column.name()), rule, follower.when());
                    String[] place = {"unique", item(config), "followed-by", ConfigLines.item(i)};
                    draft.tryOut(follower.table(), follower.when(), subject, place);
                }
            }
        }
    }

    private boolean add(UniquePlan rule) {
        return found.putIfAbsent(rule.table() + new TreeSet<>(rule.columns()), rule) == null;
    }

    private void addKeys(Table table) {
        for (Key key : table.keys()) {
            if (key.unique() && key.plain()) {
                add(UniquePlan.declared(found.size() + 1, table.name(), Draft.spelled(table, key.columns())));
            } else if (key.unique()) {
                draft.findings.warning(
                        FindingCode.UNIQUE_NOT_COMPARED,
                        table.name() + "." + key.name(),
                        "unique key on a prefix or an expression is not compared beforehand; a clash would end the run when"
                                + " the index is built");
            }
        }
    }

    private static int lengthOf(Column column, UniqueConfig config) {
        long length = column.characters() == null ? 0 : Math.min(column.characters(), 700);
        return (int) (config.maxLength() == null ? length : Math.min(length, config.maxLength()));
    }

    // ------------------------------------------------------------------------------------------------------- faults

    private Optional<String> fault(UniqueConfig config, Table table) {
        boolean computed = config.columns().stream()
                .anyMatch(column -> table.column(column).generated() != null);
        return Optional.ofNullable(
                        switch (config.onClash()) {
                            case FAIL -> null;
                            case RENAME -> computed ? COMPUTED : renameFault(config, table);
                            case KEEP_FIRST -> computed ? COMPUTED : keepFirstFault(config, table);
                        })
                .or(() -> noneFault(config, table));
    }

    private @Nullable String renameFault(UniqueConfig config, Table table) {
        Column column = table.column(config.columns().get(0));
        if (config.columns().size() > 1 || column.kind() != Column.Kind.TEXT || column.characters() == null) {
            return "only a key of one text column can be renamed: choose keep-first, or change the rows before";
        }
        int length = lengthOf(column, config);
        return draft.config.sources().keySet().stream()
                .filter(alias -> config.lengthBesidesName(alias) >= length)
                .findFirst()
                .map(alias -> "new names have at most " + length
                        + " characters, as the column does, but the pattern takes "
                        + config.lengthBesidesName(alias) + " beside the name for " + alias
                        + ", which leaves none for it: shorten the pattern or the alias in " + place(config))
                .orElse(null);
    }

    private @Nullable String keepFirstFault(UniqueConfig config, Table table) {
        if (found.values().stream()
                .anyMatch(before -> before.keepsFirst() && before.table().equals(table.name()))) {
            return "table has another key with on-clash: keep-first; which row is kept for the sake of which key would depend on"
                    + " their order: choose rename for one of them, or change the rows before";
        }
        boolean referred = draft.plan.references().stream()
                .anyMatch(reference -> reference.parent().equals(table.name()));
        return referred && config.references() == null
                ? "rows of other tables refer to rows that keep-first leaves out: say references: follow, to lead them to the"
                        + " row that is kept, or references: drop, to leave them out too"
                : null;
    }

    private Optional<String> noneFault(UniqueConfig config, Table table) {
        if (config.none().isEmpty()) {
            return Optional.empty();
        }
        String column = config.columns().get(0);
        if (table.column(column).kind() != Column.Kind.TEXT) {
            return Optional.of("none is for a key of one text column: leave it out of " + place(config));
        }
        return keyAlone(table, column)
                .map(alone -> "rows with a value of none would clash in the target, whose unique key " + alone.name()
                        + " is on " + column + " alone: drop that key on the main server, or leave none out of "
                        + place(config));
    }

    /** A unique key on that column alone: no two rows of the target can have one of its values, whatever it stands for. */
    static Optional<Key> keyAlone(Table table, String column) {
        return table.keys().stream()
                .filter(key -> key.unique()
                        && key.columns().size() == 1
                        && key.columns().get(0).equalsIgnoreCase(column))
                .findFirst();
    }

    // ----------------------------------------------------------------------------------------------------- followers

    private void follow(UniqueConfig config, ColumnName name, UniquePlan rule, @Nullable String when)
            throws SQLException {
        follows.computeIfAbsent(name, each -> new ArrayList<>()).add(new Follow(rule.number(), when));
        String charset = draft.column(name).charset();
        boolean copied = draft.configOf(name.table()).tableClass() != TableClass.SKIP;
        String lacking = charset == null || !copied ? "" : lacking(rule.pattern(), charset);
        if (!lacking.isEmpty()) {
            error(
                    name.toString(),
                    "pattern " + rule.pattern() + " has " + lacking + ", and the character set " + charset
                            + " of column " + name
                            + " on the main server has no such character: take another pattern, or another character set for the"
                            + " column; correct " + place(config));
        }
    }

    /** Those characters of a pattern that the server cannot convert. */
    private String lacking(String pattern, String charset) throws SQLException {
        List<String> lacking = new ArrayList<>();
        String own = pattern.replace("{name}", "").replace("{alias}", "");
        String sql = "SELECT CAST(CONVERT(CONVERT(x.c USING " + charset + ") USING utf8mb4) AS BINARY)"
                + " = CAST(x.c AS BINARY) FROM (SELECT CONVERT(? USING utf8mb4) AS c) x";
        for (int character : own.codePoints().distinct().toArray()) {
            if (draft.texts(sql, Character.toString(character)).get(0).equals("0")) {
                lacking.add("'%s' (U+%04X)".formatted(Character.toString(character), character));
            }
        }
        return String.join(", ", lacking);
    }

    /** A name that two rules may both have a new one for would get one of them by chance. */
    private void refuseTwoNames(ColumnName column, List<Follow> rules) {
        long different = rules.stream().map(Follow::rule).distinct().count();
        if (different > 1 && rules.stream().anyMatch(follow -> follow.when() == null)) {
            error(
                    column.toString(),
                    "its values may get a new name by " + different
                            + " lines of unique, which are its own rename or name it under followed-by: leave all but one out, or"
                            + " give each followed-by a when");
        }
    }
}
