package io.snowflakeid.mybatis;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives the rows of an insert their ids: all of them, or, when it throws, none. */
final class IdAssignment {

    private final IdGenerator ids;

    IdAssignment(IdGenerator ids) {
        this.ids = IdGenerator.checked(ids);
    }

    /** A row without an id, and the gene that its id is to have. */
    private record Unset(Row row, @Nullable Long gene) {}

    /** Sets what is unset, with one reservation for several rows, and returns the rows that got their ids now. */
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
            assign(unset, assigned, refusal);
        } catch (RuntimeException e) {
            takeBack(assigned, e);
            throw e;
        }
        return assigned;
    }

    private void assign(List<Unset> unset, List<Row> assigned, Refusal refusal) {
        if (unset.size() == 1) {
            Unset only = unset.get(0);
            set(only, only.gene() == null ? ids.nextId() : ids.nextId(only.gene()), assigned, refusal);
        } else if (!unset.isEmpty()) {
            IdBatch batch = ids.reserve(unset.size());
            for (Unset each : unset) {
                set(each, each.gene() == null ? batch.next() : batch.next(each.gene()), assigned, refusal);
            }
        }
    }

    private static void set(Unset unset, long id, List<Row> assigned, Refusal refusal) {
        Row row = unset.row();
        try {
            row.id().set(row.bean(), id);
        } catch (UnsupportedOperationException e) {
            throw refusal.causedBy(
                    e,
                    row.id() + " is unset, and a " + row.bean().getClass().getName() + " cannot be changed",
                    "pass a HashMap",
                    "put an id from the generator into it");
        }
        assigned.add(row);
    }

    /** Makes rows unset again, so that the next attempt does not take their ids for ids that the application set. */
    static void takeBack(List<Row> assigned, Exception reason) {
        for (Row row : assigned) {
            try {
                row.clear();
            } catch (RuntimeException e) {
                reason.addSuppressed(e);
            }
        }
    }

    private static void requireSettable(Row row, Refusal refusal) {
        if (!row.id().isSettable()) {
            throw refusal.because(
                    row.id() + " is unset, and "
                            + (row.bean() instanceof Record
                                    ? row.typeName() + " is a record"
                                    : "has no setter and no field that may be written"),
                    "create it with an id from the generator",
                    "use a class with a settable property");
        }
    }
}
