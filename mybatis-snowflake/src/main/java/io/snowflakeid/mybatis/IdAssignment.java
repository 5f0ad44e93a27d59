package io.snowflakeid.mybatis;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.IdSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/** Sets the unset ids of the rows of one insert. If one id cannot be set, this class clears all ids that it has set. */
final class IdAssignment {

    private final IdGenerator ids;
    private final Map<String, IdSource> named;

    IdAssignment(IdGenerator ids, Map<String, IdSource> named) {
        this.ids = ids;
        this.named = named;
    }

    private record Unset(Row row, IdSource source, @Nullable Long gene) {}

    /** Sets the unset ids and returns the changed rows. Several ids of one source are reserved in one call. */
    List<Row> assign(List<Row> rows, Refusal refusal) {
        List<Unset> unset = new ArrayList<>(rows.size());
        for (Row row : rows) {
            if (row.isUnset()) {
                requireSettable(row, refusal);
                IdSource source = sourceOf(row.id());
                unset.add(new Unset(row, source, row.id().geneFor(row.bean(), source)));
            }
        }
        List<Row> assigned = new ArrayList<>(unset.size());
        try {
            IdBatch batch = batchFor(unset);
            for (Unset each : unset) {
                set(each.row(), batch == null ? next(each.source(), each.gene()) : next(batch, each.gene()), refusal);
                assigned.add(each.row());
            }
        } catch (RuntimeException e) {
            clear(assigned, e);
            throw e;
        }
        return assigned;
    }

    /** Sets the id of a single row if it is unset, and returns false if the row does not keep the id. */
    boolean hasId(Object bean, IdProperty id) {
        if (id.isUnset(bean) && id.settable()) {
            IdSource source = sourceOf(id);
            id.set(bean, next(source, id.geneFor(bean, source)));
        }
        return !id.isUnset(bean);
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

    private static @Nullable IdBatch batchFor(List<Unset> unset) {
        IdSource source = unset.size() > 1 ? unset.get(0).source() : null;
        return source != null && unset.stream().allMatch(each -> each.source() == source)
                ? source.reserve(unset.size())
                : null;
    }

    /** The cast is safe, because {@link IdProperty#geneFor} returns a gene only if the source is an {@link IdGenerator}. */
    static long next(IdSource source, @Nullable Long gene) {
        return gene == null ? source.nextId() : ((IdGenerator) source).nextId(gene);
    }

    private static long next(IdBatch batch, @Nullable Long gene) {
        return gene == null ? batch.next() : batch.next(gene);
    }

    private static void set(Row row, long id, Refusal refusal) {
        try {
            row.id().set(row.bean(), id);
        } catch (UnsupportedOperationException e) {
            throw refusal.causedBy(
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

    private static void requireSettable(Row row, Refusal refusal) {
        if (!row.id().settable()) {
            throw refusal.because(
                    row.id() + " is unset, and has neither a setter nor a writable field",
                    "create it with an id from the generator",
                    "use a class with a settable property");
        }
    }
}
