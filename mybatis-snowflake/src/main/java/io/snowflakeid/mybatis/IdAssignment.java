package io.snowflakeid.mybatis;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.IdSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/**
 * Sets the unset ids of the rows of one insert. If one id cannot be set, this class clears all ids that it has set.
 *
 * @param annotatedOnly true if {@code keyProperty} alone names no id
 */
record IdAssignment(IdGenerator ids, Map<String, IdSource> named, boolean annotatedOnly) {

    /** Sets the unset ids and returns the changed rows. Several ids of one source are reserved in one call. */
    List<Row> assign(List<Row> rows, Call call) {
        List<Row> unset = new ArrayList<>(rows.size());
        for (Row row : rows) {
            if (row.isUnset()) {
                requireSettable(row, call);
                unset.add(row);
            }
        }
        try {
            IdBatch batch = batchFor(unset);
            for (Row row : unset) {
                requireNew(row, rows, call);
                set(row, nextId(row, batch), call);
            }
        } catch (RuntimeException e) {
            clear(unset, e);
            throw e;
        }
        return unset;
    }

    private static void requireSettable(Row row, Call call) {
        if (!row.id().settable()) {
            throw call.refused(
                    row.id() + " is unset, and has neither a setter nor a writable field",
                    "create it with an id from the generator",
                    "use a class with a settable property");
        }
    }

    private @Nullable IdBatch batchFor(List<Row> unset) {
        IdSource source = unset.size() > 1 ? sourceOf(unset.get(0).id()) : null;
        return source != null && unset.stream().allMatch(row -> sourceOf(row.id()) == source)
                ? source.reserve(unset.size())
                : null;
    }

    /** @throws PluginException if the property names an unknown source */
    IdSource sourceOf(IdProperty id) {
        IdSource source = id.generator().isEmpty() ? ids : named.get(id.generator());
        if (source == null) {
            throw id.refused(
                    "there is no generator '" + id.generator() + "', known are " + new TreeSet<>(named.keySet())
                            + ": call SnowflakeInterceptor.addGenerator, or correct the name",
                    null);
        }
        return source;
    }

    /** Rejects a row that got its id in this call already, which its id tells at less cost than a map of all rows. */
    private static void requireNew(Row row, List<Row> rows, Call call) {
        if (!row.isUnset()) {
            int[] places = IntStream.range(0, rows.size())
                    .filter(i -> rows.get(i).bean() == row.bean())
                    .toArray();
            throw call.refused(
                    "elements " + places[0] + " and " + places[places.length - 1] + " are the same "
                            + Row.typeNameOf(row.bean()) + " instance, so both rows would get one id",
                    "pass it once",
                    "pass a copy");
        }
    }

    private long nextId(Row row, @Nullable IdBatch batch) {
        IdSource source = sourceOf(row.id());
        Long gene = row.id().geneFor(row.bean(), source);
        if (batch == null) {
            return next(source, gene);
        }
        return gene == null ? batch.next() : batch.next(gene);
    }

    /** The cast is safe, because {@link IdProperty#geneFor} returns a gene only if the source is an {@link IdGenerator}. */
    static long next(IdSource source, @Nullable Long gene) {
        return gene == null ? source.nextId() : ((IdGenerator) source).nextId(gene);
    }

    private static void set(Row row, long id, Call call) {
        try {
            row.id().set(row.bean(), id);
        } catch (UnsupportedOperationException e) {
            throw call.refused(
                    e,
                    row.id() + " is unset, and a " + row.bean().getClass().getName() + " cannot be changed",
                    "pass a HashMap",
                    "put an id from the generator into it");
        }
    }

    /** Clears the assigned ids after a failed insert, so that a retry generates new ids. */
    static void clear(List<Row> assigned, Exception reason) {
        for (Row row : assigned) {
            try {
                row.clear();
            } catch (RuntimeException e) {
                reason.addSuppressed(e);
            }
        }
    }

    /** Sets the id of a single row if it is unset, and returns false if the row does not keep the id. */
    boolean hasId(Object bean, IdProperty id) {
        boolean unset = id.isUnset(bean);
        if (unset && id.settable()) {
            IdSource source = sourceOf(id);
            id.set(bean, next(source, id.geneFor(bean, source)));
            unset = !id.isField() && id.isUnset(bean);
        }
        return !unset;
    }
}
