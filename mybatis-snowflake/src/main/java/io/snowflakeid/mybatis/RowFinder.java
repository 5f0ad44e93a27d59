package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows of an insert that want an id. It answers in one of three ways, as the table in {@link SnowflakeInterceptor}
 * says: these rows; none, the insert wants nothing from us; or an exception, because an id is wanted and we do not reach it.
 */
final class RowFinder {

    private final RowTypes types;
    private final HiddenRows hiddenRows;
    private final boolean annotatedOnly;

    RowFinder(RowTypes types, boolean annotatedOnly) {
        this.types = types;
        this.hiddenRows = new HiddenRows(types);
        this.annotatedOnly = annotatedOnly;
    }

    /**
     * The rows, in the order of the collection; those whose id is set already included.
     *
     * @throws PluginException if an id is wanted, but the parameter's shape or the statement's key generator forbids it
     */
    List<Row> rowsOf(InsertStatement insert, Parameter parameter, KeyTarget key) {
        List<Object> candidates = new ArrayList<>();
        for (Object argument : key.arguments()) {
            if (wantsIds(argument, key, insert)) {
                candidates.add(argument);
            }
        }
        Refusal refusal = new Refusal(insert, parameter);
        if (candidates.isEmpty()) {
            requireThatNoneIsWanted(key, insert, refusal);
            return List.of();
        }
        if (candidates.size() > 1) {
            throw refusal.because(
                    "several parameters could take ids",
                    "pass the rows alone",
                    "set keyProperty to '<parameter>.<property>' to say which");
        }
        List<Row> rows = rowsIn(candidates.get(0), key, refusal);
        requireNoOtherSourceOf(rows, key, insert, refusal);
        return rows;
    }

    private boolean wantsIds(Object argument, KeyTarget key, InsertStatement insert) {
        for (Object element : Parameter.elementsOf(argument)) {
            if (element != null && wantsId(types.of(element.getClass()), key, insert)) {
                return true;
            }
        }
        return false;
    }

    private boolean wantsId(RowType type, KeyTarget key, InsertStatement insert) {
        if (type.markedId() != null) {
            return true;
        }
        if (annotatedOnly || !key.namesOneProperty()) {
            return false;
        }
        String property = key.properties().get(0);
        // what a selectKey fills may be of any type; it is our business only if it could be ours
        return insert.hasSelectKey() ? type.canHoldId(property) : type.has(property);
    }

    // ---- none is wanted

    private void requireThatNoneIsWanted(KeyTarget key, InsertStatement insert, Refusal refusal) {
        boolean keyPropertyIsOurs = !annotatedOnly && !insert.hasSelectKey();
        if (keyPropertyIsOurs && !key.properties().isEmpty() && !hasEmptyCollection(key)) {
            throw refusal.because(
                    "keyProperty '" + String.join(",", insert.keyProperties()) + "' " + whyNotReached(key),
                    "pass the row itself, a collection or an array of rows, with keyProperty naming one property of them",
                    "leave out keyProperty",
                    "let ids be made for @SnowflakeId alone (annotatedOnly)");
        }
        IdProperty hidden =
                hiddenRows.firstIn(key.arguments(), !key.properties().isEmpty());
        if (hidden != null) {
            throw refusal.because(
                    "found rows with " + hidden + " inside another object, which is not supported",
                    "pass the row, a collection or an array of rows as a parameter of its own",
                    "set its id before the insert");
        }
    }

    private static boolean hasEmptyCollection(KeyTarget key) {
        for (Object argument : key.arguments()) {
            if (Parameter.elementsOf(argument).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private static String whyNotReached(KeyTarget key) {
        if (!key.namesOneProperty()) {
            return "names several properties, so it does not say which is the id";
        }
        if (key.arguments().isEmpty()) {
            return "names a property of null";
        }
        String property = key.properties().get(0);
        if (property.contains(".")) {
            return "is a path into another object, which is not supported";
        }
        if (key.arguments().size() > 1) {
            return "is no property of any parameter";
        }
        return whyNotReached(property, key.arguments().get(0));
    }

    private static String whyNotReached(String property, Object argument) {
        for (Object element : Parameter.elementsOf(argument)) {
            if (element instanceof Map) {
                return "names a key of a Map, and maps as rows are not supported";
            }
            if (element instanceof Iterable || element instanceof Object[]) {
                return "names a property of nested or non-Collection rows, which are not supported";
            }
            if (element != null) {
                return "names no property of " + element.getClass().getSimpleName();
            }
        }
        return "names property '" + property + "' of null";
    }

    // ---- some are wanted

    private List<Row> rowsIn(Object argument, KeyTarget key, Refusal refusal) {
        List<? extends @Nullable Object> elements = Parameter.elementsOf(argument);
        IdentityHashMap<Object, Integer> seenAt = new IdentityHashMap<>();
        List<Row> rows = new ArrayList<>(elements.size());
        for (int i = 0; i < elements.size(); i++) {
            Object bean = elements.get(i);
            Row row = bean == null ? null : rowOf(bean, key);
            if (bean == null || row == null) {
                throw refusal.because(
                        "element " + i + " is "
                                + (bean == null
                                        ? "null"
                                        : "a " + bean.getClass().getSimpleName())
                                + ", which takes no id, while others do",
                        "pass only rows that take an id",
                        "mark its id @SnowflakeId");
            }
            Integer earlier = seenAt.put(bean, i);
            if (earlier != null) {
                throw refusal.because(
                        "elements " + earlier + " and " + i + " are the same "
                                + bean.getClass().getSimpleName() + " instance, so both rows would get one id",
                        "pass it once",
                        "pass a copy");
            }
            rows.add(row);
        }
        return rows;
    }

    private @Nullable Row rowOf(Object bean, KeyTarget key) {
        RowType type = types.of(bean.getClass());
        IdProperty marked = type.markedId();
        if (marked != null) {
            return new Row(bean, marked);
        }
        if (annotatedOnly
                || !key.namesOneProperty()
                || !type.has(key.properties().get(0))) {
            return null;
        }
        return new Row(bean, type.namedId(key.properties().get(0)));
    }

    private static void requireNoOtherSourceOf(List<Row> rows, KeyTarget key, InsertStatement insert, Refusal refusal) {
        for (Row row : rows) {
            if (insert.foreignKeyGenerator() != null
                    && (key.properties().isEmpty() || key.names(row.id().name()))) {
                throw refusal.because(
                        "the statement has a key generator of its own, "
                                + insert.foreignKeyGenerator().getClass().getName() + ", and " + row.id()
                                + " can have one source only",
                        "remove that key generator",
                        "let its keyProperty name other properties");
            }
            if (!key.names(row.id().name())) {
                continue;
            }
            if (insert.hasSelectKey()) {
                throw refusal.because(
                        "<selectKey> writes " + row.id() + " as well, and an id can have one source only",
                        "remove <selectKey>",
                        "take the id from it alone: no @SnowflakeId, and annotatedOnly");
            }
            if (insert.usesGeneratedKeys() && !key.namesOneProperty()) {
                throw refusal.because(
                        "keyProperty names " + row.id() + " together with other generated columns, which would be lost",
                        "let keyProperty name " + row.id().name() + " alone",
                        "let keyProperty and keyColumn name the other columns alone");
            }
        }
    }
}
