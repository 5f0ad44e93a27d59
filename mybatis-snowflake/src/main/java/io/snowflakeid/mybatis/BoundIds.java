package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.ibatis.binding.MapperMethod.ParamMap;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.ParameterMapping;
import org.apache.ibatis.mapping.ParameterMode;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.reflection.MetaObject;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Checks the SQL of a call against the ids of its rows: those that it binds are set, and those that were made are used.
 *
 * <p>What is bound is read as MyBatis's own parameter handler reads it: what a {@code <foreach>} or {@code <bind>} added to the SQL
 * goes before the parameter. Parameters that the database only writes are left out.
 */
final class BoundIds {

    private static final String ARGUMENTS_OF_FLEX = "$$sql_args";

    private final Refusal refusal;
    private final List<Row> rows;
    private final List<Row> assigned;
    private final Map<Class<?>, IdProperty> namedIds = new HashMap<>();
    private final Set<Object> assignedBeans = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Configuration configuration;
    private final BoundSql sql;
    private final List<ParameterMapping> mappings;
    private final @Nullable Object parameter;
    private final boolean parameterIsAValue;
    private @Nullable MetaObject metaParameter;

    /**
     * @param assigned those of the rows that got their ids now
     */
    BoundIds(Refusal refusal, List<Row> rows, List<Row> assigned, MappedStatement statement, BoundSql sql) {
        this.refusal = refusal;
        this.rows = rows;
        this.assigned = assigned;
        for (Row row : rows) {
            namedIds.putIfAbsent(typeOf(row.bean()), row.id());
        }
        for (Row row : assigned) {
            assignedBeans.add(row.bean());
        }
        this.configuration = statement.getConfiguration();
        this.sql = sql;
        List<ParameterMapping> own = sql.getParameterMappings();
        // those of a <parameterMap> stand in for a statement that names none itself
        List<ParameterMapping> all =
                own == null || own.isEmpty() ? statement.getParameterMap().getParameterMappings() : own;
        this.mappings = all.stream()
                .filter(mapping -> mapping.getMode() != ParameterMode.OUT)
                .toList();
        this.parameter = sql.getParameterObject();
        this.parameterIsAValue =
                parameter != null && configuration.getTypeHandlerRegistry().hasTypeHandler(parameter.getClass());
    }

    private static Class<?> typeOf(Object owner) {
        return owner instanceof Map && !(owner instanceof ParamMap) ? Map.class : owner.getClass();
    }

    /**
     * @throws PluginException if an id is bound that is unset, or none of those that were made is used
     */
    void requireThere() {
        boolean used = assigned.isEmpty();
        String ownersPath = "";
        Object owner = null;
        for (ParameterMapping mapping : mappings) {
            String path = mapping.getProperty();
            int dot = path.lastIndexOf('.');
            if (dot < 0) {
                used |= isUsed(path, sql.hasAdditionalParameter(path) ? null : parameter, path);
                continue;
            }
            if (dot != ownersPath.length() || !path.startsWith(ownersPath)) { // columns of one row have the same
                ownersPath = path.substring(0, dot);
                owner = valueOf(ownersPath);
            }
            used |= isUsed(path, owner, path.substring(dot + 1));
        }
        if (!used && !isUsedOtherwise()) {
            throw unused(assigned.get(0));
        }
    }

    /** True if a path ends in an id that was made; a path to a value that is bound as such ends in none. */
    private boolean isUsed(String path, @Nullable Object owner, String property) {
        if (owner == null || (parameterIsAValue && owner == parameter)) {
            return false;
        }
        IdProperty marked = RowType.markedIdOf(owner);
        // a reference of another class than the rows may have a property of the name that keyProperty names
        IdProperty id = marked == null ? namedIds.get(typeOf(owner)) : marked;
        if (id == null || !id.name().equals(property)) {
            return false;
        }
        if (id.isUnset(owner)) {
            throw unset(path, owner, id);
        }
        return assignedBeans.contains(owner);
    }

    private @Nullable Object valueOf(String path) {
        if (sql.hasAdditionalParameter(path)) {
            return sql.getAdditionalParameter(path);
        }
        if (parameter == null || parameterIsAValue) {
            return parameter;
        }
        if (metaParameter == null) {
            metaParameter = configuration.newMetaObject(parameter);
        }
        return metaParameter.getValue(path);
    }

    private PluginException unset(String path, Object owner, IdProperty id) {
        String written = path.replaceAll("__frch_(\\w+)_\\d+", "$1");
        String binds = "the statement binds #{" + written + "}, but " + id + " is unset";
        if (rows.stream().anyMatch(row -> row.bean() == owner)) {
            return refusal.because(
                    binds + " again right after it was set",
                    "let the setter and the getter of " + id + " keep its value");
        }
        String type = Row.typeNameOf(owner);
        String found = binds + ", as that " + type + " is no row of this insert";
        String first = "insert that " + type + " first";
        boolean isElement = !written.equals(path) || path.contains("[");
        return isElement
                ? refusal.because(
                        found,
                        first,
                        "if it is the row, let keyProperty be the path to it, such as 'order.items.id'",
                        "pass a List, if it comes from an Iterable, a map, or a collection that makes new objects each time")
                : refusal.because(
                        found,
                        first,
                        "if it is the row, set keyProperty to '" + path.replaceFirst("^_parameter\\.", "") + "'");
    }

    // ---- ids that are not used

    /**
     * True if one is in the text of the statement, in a value that a {@code <bind>}, a getter or a copy of the row supplies, or in an
     * object that is bound as a whole.
     */
    private boolean isUsedOtherwise() {
        List<Object> values = values();
        for (Row row : assigned) {
            String id = String.valueOf(row.idValue());
            if (sql.getSql().contains(id)
                    || values.stream()
                            .anyMatch(
                                    value -> holdsRow(value) || value.toString().contains(id))) {
                return true;
            }
        }
        return false;
    }

    /** What is bound, without nulls; MyBatis-Flex binds an array beside the parameters, of which MyBatis knows nothing. */
    private List<Object> values() {
        List<Object> values = new ArrayList<>(mappings.size());
        for (ParameterMapping mapping : mappings) {
            Object value = valueOf(mapping.getProperty());
            if (value != null) {
                values.add(value);
            }
        }
        if (parameter instanceof Map<?, ?> map
                && map.containsKey(ARGUMENTS_OF_FLEX)
                && map.get(ARGUMENTS_OF_FLEX) instanceof @Nullable Object[] arguments) {
            Stream.of(arguments).filter(Objects::nonNull).forEach(values::add);
        }
        return values;
    }

    private boolean holdsRow(Object value) {
        List<@Nullable Object> inside = new ArrayList<>(RowType.held(value).values());
        inside.add(value);
        return inside.stream()
                .anyMatch(each -> Place.of("", false, each).values().stream()
                        .anyMatch(element -> element != null && assignedBeans.contains(element)));
    }

    private PluginException unused(Row row) {
        IdProperty id = row.id();
        List<String> waysOut = new ArrayList<>(List.of("bind it as #{" + id.name() + "}"));
        if (refusal.parameter().isOfDynamicSql()) {
            waysOut.add("map its column by toProperty(\"" + id.name() + "\") in place of toPropertyWhenPresent,"
                    + " as the SQL was rendered before the id was set");
        }
        waysOut.add(
                RowType.markedIdOf(row.bean()) != null
                        ? "take @SnowflakeId off " + id + " if the database makes that id"
                        : "leave keyProperty to MyBatis (annotatedOnly) if the database makes that id");
        waysOut.add("pass the values alone if that " + row.typeName() + " is no row of this statement");
        return refusal.because(
                "the statement never uses the id that " + id + " would get, so the row would not have it",
                waysOut.toArray(new String[0]));
    }
}
