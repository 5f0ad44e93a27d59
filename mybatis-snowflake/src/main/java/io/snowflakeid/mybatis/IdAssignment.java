package io.snowflakeid.mybatis;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sets the unset ids of the rows of one insert. If one id cannot be set, this class clears all ids that it has set. */
final class IdAssignment {

    private final IdGenerator ids;

    IdAssignment(IdGenerator ids) {
        this.ids = ids;
    }

    private record Unset(Row row, @Nullable Long gene) {}

    /** Sets the unset ids and returns the changed rows. If several ids are unset, this method reserves all of them in one call. */
    List<Row> assign(List<Row> rows, Refusal refusal) {
        List<Unset> unset = new ArrayList<>(rows.size());
        for (Row row : rows) {
            if (row.isUnset()) {
                requireSettable(row, refusal);
                unset.add(new Unset(row, row.id().geneFor(row.bean(), ids.layout())));
            }
        }
        List<Row> assigned = new ArrayList<>(unset.size());
        try {
            IdBatch batch = unset.size() > 1 ? ids.reserve(unset.size()) : null;
            for (Unset each : unset) {
                set(each.row(), next(batch, each.gene()), refusal);
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
            id.set(bean, next(null, id.geneFor(bean, ids.layout())));
        }
        return !id.isUnset(bean);
    }

    private long next(@Nullable IdBatch batch, @Nullable Long gene) {
        if (batch == null) {
            return gene == null ? ids.nextId() : ids.nextId(gene);
        }
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
