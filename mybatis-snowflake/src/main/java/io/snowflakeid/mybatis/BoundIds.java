package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.ibatis.binding.MapperMethod.ParamMap;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.ParameterMapping;
import org.apache.ibatis.mapping.ParameterMode;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the SQL of an insert binds no unset id, and uses at least one of the ids that the interceptor has set.
 *
 * <p>This class reads bound values in the same way as MyBatis's parameter handler, and ignores OUT parameters. A value from a {@code foreach} or
 * {@code bind} element has precedence over a property of the parameter.
 */
final class BoundIds {

    private static final String ARGUMENTS_OF_FLEX = "$$sql_args";

    private final Call call;
    private final List<Row> rows;
    private final List<Row> assigned;
    private final Map<Class<?>, IdProperty> idsByType = new HashMap<>();
    private final Configuration configuration;
    private final BoundSql sql;
    private final List<ParameterMapping> mappings;
    private final @Nullable Object parameter;

    /** @param assigned the rows whose ids the interceptor has set */
    BoundIds(Call call, List<Row> rows, List<Row> assigned, BoundSql sql) {
        this.call = call;
        this.rows = rows;
        this.assigned = assigned;
        Class<?> last = null;
        for (Row row : rows) {
            if (row.bean().getClass() != last) {
                last = row.bean().getClass();
                idsByType.putIfAbsent(typeOf(row.bean()), row.id());
            }
        }
        MappedStatement statement = call.insert().original();
        this.configuration = statement.getConfiguration();
        this.sql = sql;
        List<ParameterMapping> own = sql.getParameterMappings();
        // If the SQL has no parameter mappings, MyBatis uses the statement's parameter map.
        this.mappings =
                own == null || own.isEmpty() ? statement.getParameterMap().getParameterMappings() : own;
        this.parameter = sql.getParameterObject();
    }

    void requireThere() {
        boolean used = assigned.isEmpty();
        String ownersPath = "";
        Object owner = parameter;
        IdProperty id = idOf(owner);
        for (ParameterMapping mapping : mappings) {
            String path = mapping.getProperty();
            int dot = path.lastIndexOf('.');
            // Consecutive columns usually belong to the same row, so the row is looked up only once.
            if (Math.max(dot, 0) != ownersPath.length() || !path.startsWith(ownersPath)) {
                ownersPath = path.substring(0, Math.max(dot, 0));
                owner = dot < 0 ? parameter : valueOf(ownersPath);
                id = idOf(owner);
            }
            if (owner == null
                    || id == null
                    || path.length() != dot + 1 + id.name().length()
                    || !path.endsWith(id.name())
                    || mapping.getMode() == ParameterMode.OUT
                    || (dot < 0 && sql.hasAdditionalParameter(path))) {
                continue;
            }
            if (id.isUnset(owner)) {
                throw unset(path, owner, id);
            }
            used = used || isOneOf(assigned, owner);
        }
        if (!used && !isUsedOtherwise()) {
            throw unused(assigned.get(0));
        }
    }

    /** Returns the id property of the given object, or null if the object is not a row. */
    private @Nullable IdProperty idOf(@Nullable Object owner) {
        IdProperty id = RowType.markedIdOf(owner);
        if (id == null && owner != null) {
            id = idsByType.get(typeOf(owner));
        }
        return id != null && owner == parameter && parameterIsAValue() ? null : id;
    }

    private boolean parameterIsAValue() {
        return parameter == null || configuration.getTypeHandlerRegistry().hasTypeHandler(parameter.getClass());
    }

    private static Class<?> typeOf(Object owner) {
        return owner instanceof Map && !(owner instanceof ParamMap) ? Map.class : owner.getClass();
    }

    private static boolean isOneOf(List<Row> rows, Object bean) {
        return rows.stream().anyMatch(row -> row.bean() == bean);
    }

    private @Nullable Object valueOf(String path) {
        Object named = sql.getAdditionalParameters().get(path);
        if (named != null) {
            return named; // the element of a foreach, in one step
        }
        if (sql.hasAdditionalParameter(path)) {
            return sql.getAdditionalParameter(path);
        }
        return parameterIsAValue()
                ? parameter
                : configuration.newMetaObject(parameter).getValue(path);
    }

    private PluginException unset(String path, Object owner, IdProperty id) {
        String written = path.replaceAll("__frch_(\\w+)_\\d+", "$1");
        String binds = "the statement binds #{" + written + "}, but " + id + " is unset";
        if (isOneOf(rows, owner)) {
            return call.refused(
                    binds + " again right after it was set",
                    "make the setter and the getter of " + id + " keep its value");
        }
        String type = Row.typeNameOf(owner);
        String found = binds + ", as that " + type + " is not a row of this insert";
        String first = "insert that " + type + " first";
        boolean isElement = !written.equals(path) || path.contains("[");
        return isElement
                ? call.refused(
                        found,
                        first,
                        "if it is the row, set keyProperty to its path, such as 'order.items.id'",
                        "pass a List, if it comes from an Iterable, a map, or a collection that creates new objects each time")
                : call.refused(
                        found,
                        first,
                        "if it is the row, set keyProperty to '" + path.replaceFirst("^_parameter\\.", "") + "'");
    }

    /** Returns true if the SQL text, a bound value or a bound object contains an assigned id. */
    private boolean isUsedOtherwise() {
        List<@Nullable Object> values = values();
        return assigned.stream().anyMatch(row -> {
            String id = String.valueOf(row.idValue());
            return sql.getSql().contains(id)
                    || values.stream()
                            .anyMatch(value ->
                                    value == row.bean() || String.valueOf(value).contains(id));
        });
    }

    /** Returns all bound values and what they hold, and the array that MyBatis-Flex binds without a parameter mapping. */
    private List<@Nullable Object> values() {
        List<@Nullable Object> bound = new ArrayList<>();
        for (ParameterMapping mapping : mappings) {
            if (mapping.getMode() != ParameterMode.OUT) {
                bound.add(valueOf(mapping.getProperty()));
            }
        }
        if (parameter instanceof Map<?, ?> map && map.containsKey(ARGUMENTS_OF_FLEX)) {
            bound.add(map.get(ARGUMENTS_OF_FLEX));
        }
        List<@Nullable Object> values = Place.of("", false, bound).values();
        List<@Nullable Object> all = new ArrayList<>(values);
        values.forEach(value ->
                all.addAll(value == null ? List.of() : RowType.held(value).values()));
        return Place.of("", false, all).values();
    }

    private PluginException unused(Row row) {
        IdProperty id = row.id();
        List<String> fixes = new ArrayList<>(List.of("bind it as #{" + id.name() + "}"));
        if (call.isOfDynamicSql()) {
            fixes.add("map its column by toProperty(\"" + id.name() + "\") in place of toPropertyWhenPresent,"
                    + " as the SQL was rendered before the id was set");
        }
        fixes.add(
                RowType.markedIdOf(row.bean()) != null
                        ? "remove @SnowflakeId from " + id + " if the database generates that id"
                        : "leave keyProperty to MyBatis (annotatedOnly) if the database generates that id");
        fixes.add("pass only its values if that " + Row.typeNameOf(row.bean()) + " is not a row of this statement");
        return call.refused(
                "the statement never uses the id that " + id + " would get, so the row would not have it",
                fixes.toArray(new String[0]));
    }
}
