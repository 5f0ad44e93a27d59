package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.ParameterMapping;
import org.apache.ibatis.mapping.ParameterMode;
import org.apache.ibatis.reflection.MetaObject;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * What the SQL of an insert binds, read as MyBatis's own parameter handler will read it: what a {@code <foreach>} or
 * {@code <bind>} left behind goes before the parameter. Parameters that the database only writes are left out.
 */
final class BoundParameters {

    private static final Pattern INDEX = Pattern.compile("\\[\\d+]");
    private static final String ARGUMENTS_OF_FLEX = "$$sql_args";

    private final Configuration configuration;
    private final BoundSql sql;
    private final List<ParameterMapping> mappings;
    private final @Nullable Object parameter;
    private final boolean boundAsAWhole;
    private @Nullable MetaObject metaParameter;

    BoundParameters(MappedStatement statement, BoundSql sql) {
        this.configuration = statement.getConfiguration();
        this.sql = sql;
        this.parameter = sql.getParameterObject();
        List<ParameterMapping> own = sql.getParameterMappings();
        // those of a <parameterMap> stand in for a statement that names none itself
        this.mappings =
                own == null || own.isEmpty() ? statement.getParameterMap().getParameterMappings() : own;
        this.boundAsAWhole =
                parameter != null && configuration.getTypeHandlerRegistry().hasTypeHandler(parameter.getClass());
    }

    /**
     * A property that is bound.
     *
     * @param path as it is known to MyBatis, where {@code <foreach>} numbers its items
     * @param owner a bean or a map
     */
    record Bound(String path, Object owner, String property) {

        /** The path as the mapper has it. */
        String written() {
            return path.replaceAll("__frch_(\\w+)_\\d+", "$1");
        }

        /** What keyProperty must be to name it. */
        String asKeyProperty() {
            return written().replaceAll("\\[[^]]*]", "").replaceFirst("^_parameter\\.", "");
        }

        /** True if the path starts at an item of a {@code <foreach>}, so that it says nothing about where that came from. */
        boolean startsAtItem() {
            return path.startsWith("__frch_");
        }

        /** True if the owner itself is an item of a {@code <foreach>}, or at an index. */
        boolean isOfElement() {
            return (startsAtItem() || INDEX.matcher(path).find()) && path.indexOf('.') == path.lastIndexOf('.');
        }
    }

    /** The bound properties whose owner can be told: all but values that are bound as such. */
    List<Bound> properties() {
        List<Bound> bound = new ArrayList<>(mappings.size());
        String ownersPath = "";
        Object owner = null;
        for (ParameterMapping mapping : mappings) {
            if (mapping.getMode() == ParameterMode.OUT) {
                continue;
            }
            String path = mapping.getProperty();
            int dot = path.lastIndexOf('.');
            if (dot < 0) {
                add(bound, path, ownerOf(path), path);
                continue;
            }
            boolean sameOwner = dot == ownersPath.length() && path.startsWith(ownersPath); // as columns of one row have
            if (!sameOwner) {
                ownersPath = path.substring(0, dot);
                owner = valueOf(ownersPath);
            }
            add(bound, path, owner, path.substring(dot + 1));
        }
        return bound;
    }

    private void add(List<Bound> bound, String path, @Nullable Object owner, String property) {
        if (owner != null && !(boundAsAWhole && owner == parameter)) {
            bound.add(new Bound(path, owner, property));
        }
    }

    private @Nullable Object ownerOf(String name) {
        return sql.hasAdditionalParameter(name) ? null : parameter;
    }

    /** What is bound, nulls left out, also by MyBatis-Flex, which binds an array beside the parameters and tells MyBatis nothing of it. */
    List<Object> values() {
        List<Object> values = new ArrayList<>(mappings.size());
        for (ParameterMapping mapping : mappings) {
            Object value = mapping.getMode() == ParameterMode.OUT ? null : valueOf(mapping.getProperty());
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

    private @Nullable Object valueOf(String path) {
        if (sql.hasAdditionalParameter(path)) {
            return sql.getAdditionalParameter(path);
        }
        if (parameter == null || boundAsAWhole) {
            return parameter;
        }
        if (metaParameter == null) {
            metaParameter = configuration.newMetaObject(parameter);
        }
        return metaParameter.getValue(path);
    }

    /** True if the text of the statement itself contains a text, as {@code ${id}} and providers make it. */
    boolean sqlContains(String text) {
        return sql.getSql().contains(text);
    }
}
