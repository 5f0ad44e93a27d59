package io.snowflakeid.mybatis;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.ibatis.binding.MapperMethod.ParamMap;
import org.apache.ibatis.executor.ErrorContext;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.SqlSource;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/**
 * One call of an insert: its rows get their ids when it begins, and when MyBatis has built the SQL, it is held to them. For the
 * thread that inserts.
 */
final class Insertion {

    /** Emptied after every insert. */
    private static final ThreadLocal<Insertion> INNERMOST = new ThreadLocal<>();

    private final InsertStatement insert;
    private final Parameter parameter;
    private final RowTypes types;
    private final boolean keyPropertyIsOurs;
    private final Refusal refusal;
    private final FoundRows found;
    private final List<Row> rows;
    private final List<Row> assigned;
    private final StoredIds storedIds;
    private final Set<Object> maps = identitySet();
    private @Nullable BoundSql built;
    private @Nullable Insertion outer;
    private @Nullable Map<Class<?>, RowId> namedIds;

    /**
     * @throws PluginException if an id is wanted and cannot be given; then no row has got one
     */
    Insertion(InsertStatement insert, Parameter parameter, SnowflakeInterceptor.Work work) {
        this.insert = insert;
        this.parameter = parameter;
        this.types = work.types();
        this.keyPropertyIsOurs = !work.annotatedOnly()
                && !insert.hasSelectKey()
                && !insert.keyProperties().isEmpty();
        this.refusal = new Refusal(insert, parameter);
        this.found = new RowSearch(insert, parameter, types, work.annotatedOnly(), keyPropertyIsOurs).find();
        found.maps().forEach(map -> maps.add(map.bean()));
        this.rows = maps.isEmpty() ? found.rows() : mapsThatAreRows();
        this.assigned = work.assignment().assign(rows, refusal);
        this.storedIds = new StoredIds(insert, refusal, rows, assigned, found.keyGeneratorWouldWrite(rows));
        if (storedIds.dependOnSql()) {
            storedIds.see(builtBeforehand());
        }
    }

    /** The call of this statement that is in progress on this thread. */
    static @Nullable Insertion inProgress(InsertStatement insert) {
        Insertion each = INNERMOST.get();
        while (each != null && each.insert != insert) {
            each = each.outer;
        }
        return each;
    }

    /**
     * Something else than the interceptor is about to set the id of a row.
     *
     * @throws PluginException if the row may be there already, under another id, or if no call is in progress on this thread
     */
    static void madeElsewhere(Object bean, RowType type, String property, long id) {
        IdProperty taker = type.anyProperty(property);
        Insertion current = INNERMOST.get();
        if (current == null) {
            throw new PluginException(
                    "cannot generate " + taker + ": no insert that SnowflakeInterceptor sees is in progress,"
                            + " so nothing would keep an upsert from leaving that object with an id that no row has;"
                            + " add SnowflakeInterceptor.annotatedOnly(ids) to the configuration");
        }
        if (current.storedIds.mayDiffer() && current.isArgument(bean)) {
            current.storedIds.add(new Row(bean, taker), id);
        }
    }

    private boolean isArgument(Object bean) {
        return found.key().places().stream()
                .anyMatch(place -> place.values().stream().anyMatch(value -> value == bean));
    }

    /**
     * Lets MyBatis go on, and looks at what it did.
     *
     * @throws InvocationTargetException as MyBatis; if the insert was refused, the ids that were made are taken back
     */
    @Nullable
    Object run(Invocation invocation) throws InvocationTargetException, IllegalAccessException {
        outer = INNERMOST.get(); // what builds the SQL of an insert may itself insert
        INNERMOST.set(this);
        try {
            invocation.getArgs()[0] = storedIds.statement();
            Object result = invocation.proceed();
            storedIds.end(result);
            return result;
        } catch (InvocationTargetException e) {
            if (e.getTargetException() instanceof PluginException refused) {
                IdAssignment.takeBack(assigned, refused);
            }
            throw e;
        } finally {
            if (outer == null) {
                INNERMOST.remove();
            } else {
                INNERMOST.set(outer);
            }
        }
    }

    /** MyBatis takes it as it is. */
    private BoundSql builtBeforehand() {
        if (built == null) {
            ErrorContext.instance()
                    .resource(insert.resource())
                    .activity("building the SQL of an insert")
                    .object(insert.id());
            built = insert.sqlSource().getBoundSql(parameter.given());
        }
        return built;
    }

    // ---- maps

    /** Whether a map is a row depends on the SQL, so that is built before it has its id. */
    private List<Row> mapsThatAreRows() {
        Set<Object> bound = identitySet();
        for (BoundParameters.Bound each : boundIn(builtBeforehand()).properties()) {
            if (isKeyOfMap(each)) {
                bound.add(each.owner());
            }
        }
        List<Row> boundMaps = new ArrayList<>();
        for (Row map : found.maps()) {
            if (bound.contains(map.bean())) {
                boundMaps.add(map);
            }
        }
        if (boundMaps.isEmpty()) {
            requireThatTheKeyIsOfNoUse();
        }
        requireDistinct(boundMaps);
        return boundMaps;
    }

    private boolean isKeyOfMap(BoundParameters.Bound bound) {
        return bound.owner() instanceof Map && found.key().properties().contains(bound.property());
    }

    private void requireThatTheKeyIsOfNoUse() {
        String keyProperty = "keyProperty '" + String.join(",", insert.keyProperties()) + "'";
        String[] waysOut = {
            "let keyProperty be the path to a property of a parameter",
            "leave out keyProperty",
            "let ids be made for @SnowflakeId alone (annotatedOnly)"
        };
        if (parameter.given() instanceof ParamMap && found.maps().get(0).bean() == parameter.given()) {
            throw refusal.because(
                    keyProperty + " is no property of any parameter, and the statement does not bind it", waysOut);
        }
        String property = found.key().properties().get(0);
        for (Place place : found.key().places()) {
            if (place.values().stream().anyMatch(value -> isUnset(value, property))) {
                throw refusal.because(
                        keyProperty + " is a key of the Map that the statement does not bind; if the rows at '"
                                + place.path() + "' are meant, it must be '" + place.keyPropertyFor(property) + "'",
                        waysOut);
            }
            if (place.values().stream().anyMatch(value -> holdsUnset(value, property))) {
                throw refusal.because(
                        keyProperty
                                + " is a key of the Map that the statement does not bind, and the values of that Map"
                                + " have such a property",
                        "if they are the rows, pass its values(), or its entrySet() for the keys too",
                        "leave out keyProperty");
            }
        }
    }

    private boolean isUnset(@Nullable Object value, String property) {
        if (value == null) {
            return false;
        }
        RowType type = types.of(value.getClass());
        return type.canHoldId(property) && type.namedId(property).isUnset(value);
    }

    private boolean holdsUnset(@Nullable Object value, String property) {
        return value instanceof Map<?, ?> map && map.values().stream().anyMatch(held -> isUnset(held, property));
    }

    private void requireDistinct(List<Row> boundMaps) {
        Set<Object> seen = identitySet();
        for (Row map : boundMaps) {
            if (!seen.add(map.bean())) {
                throw refusal.because(
                        "the same Map instance is there twice, so both rows would get one id",
                        "pass it once",
                        "pass a copy");
            }
        }
    }

    private static Set<Object> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    // ---- the SQL

    /**
     * The SQL of this call, from the statement's own source, which is asked once.
     *
     * @throws PluginException if it binds an id that is not there, or leaves out the ids that were made, or if a row that is there
     *     already may have another id
     */
    BoundSql boundSql(SqlSource source, @Nullable Object given) {
        BoundSql sql = built != null && given == parameter.given() ? built : source.getBoundSql(given);
        requireThatIdsAreUsed(boundIn(sql));
        storedIds.see(sql);
        storedIds.requireKnown();
        return sql;
    }

    private BoundParameters boundIn(BoundSql sql) {
        return new BoundParameters(insert.configuration(), sql, insert.declaredMappings());
    }

    private void requireThatIdsAreUsed(BoundParameters bound) {
        IdUse use = new IdUse(types, refusal, assigned);
        for (BoundParameters.Bound each : bound.properties()) {
            RowId id = idOf(each);
            if (id != null && id.isUnset(each.owner())) {
                throw unset(each, id);
            }
            if (id != null) {
                use.note(each.owner());
            }
        }
        if (!assigned.isEmpty() && !use.isFoundIn(bound)) {
            throw unused(assigned.get(0));
        }
    }

    /** The id that a bound path ends in, or null if it ends in something else. */
    private @Nullable RowId idOf(BoundParameters.Bound bound) {
        if (bound.owner() instanceof Map) {
            boolean row = maps.contains(bound.owner())
                    || (bound.owner() == parameter.given() && parameter.isMapOfTheApplication());
            return row && keyPropertyIsOurs && isKeyOfMap(bound) ? new MapKey(bound.property()) : null;
        }
        IdProperty marked = types.of(bound.owner().getClass()).markedId();
        RowId id = marked == null ? namedIds().get(bound.owner().getClass()) : marked;
        return id != null && id.name().equals(bound.property()) ? id : null;
    }

    /** By class, the ids of the rows that only keyProperty names; a reference of another class may have a property of that name. */
    private Map<Class<?>, RowId> namedIds() {
        if (namedIds == null) {
            namedIds = new HashMap<>();
            for (Row row : rows) {
                namedIds.putIfAbsent(row.bean().getClass(), row.id());
            }
        }
        return namedIds;
    }

    private PluginException unset(BoundParameters.Bound bound, RowId id) {
        String type =
                bound.owner() instanceof Map ? "Map" : bound.owner().getClass().getSimpleName();
        String path = bound.written();
        if (isRow(bound.owner())) {
            return refusal.because(
                    "the statement binds #{" + path + "}, but " + id + " is unset again right after it was set",
                    "let the setter and the getter of " + id + " keep its value");
        }
        List<String> waysOut = new ArrayList<>(List.of("insert that " + type + " first"));
        if (bound.owner() instanceof Map) {
            waysOut.add("if it is the row, put an id from the generator into it: rows with @SnowflakeId go first");
        } else {
            waysOut.add(
                    bound.startsAtItem()
                            ? "if it is the row, let keyProperty be the path to it, such as 'order.items.id'"
                            : "if it is the row, set keyProperty to '" + asKeyProperty(path) + "'");
        }
        if (bound.isOfElement() && namedIds().containsKey(bound.owner().getClass())) {
            waysOut.add("pass a List, if a collection makes new objects each time it is iterated");
        }
        return refusal.because(
                "the statement binds #{" + path + "}, but " + id + " is unset, as that " + type
                        + " is no row of this insert",
                waysOut.toArray(new String[0]));
    }

    private boolean isRow(Object value) {
        return rows.stream().anyMatch(row -> row.bean() == value);
    }

    private static String asKeyProperty(String path) {
        return path.replaceAll("\\[[^]]*]", "").replaceFirst("^_parameter\\.", "");
    }

    private PluginException unused(Row row) {
        String type = row.bean() instanceof Map ? "Map" : row.bean().getClass().getSimpleName();
        boolean marked = types.markedIdOf(row.bean()) != null;
        List<String> waysOut =
                new ArrayList<>(List.of("bind it as #{" + row.id().name() + "}"));
        if (parameter.isOfDynamicSql()) {
            waysOut.add("map its column by toProperty(\"" + row.id().name() + "\") in place of toPropertyWhenPresent,"
                    + " as the SQL was rendered before the id was set");
        }
        waysOut.add(
                marked
                        ? "take @SnowflakeId off " + row.id() + " if the database makes that id"
                        : "leave keyProperty to MyBatis (annotatedOnly) if the database makes that id");
        waysOut.add("pass the values alone if that " + type + " is no row of this statement");
        return refusal.because(
                "the statement never uses the id that " + row.id() + " would get, so the row would not have it",
                waysOut.toArray(new String[0]));
    }
}
