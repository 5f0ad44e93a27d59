package io.snowflakeid.mybatis;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import java.util.ArrayList;
import java.util.List;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/** Gives the rows of an insert their ids: all of them, or, when it throws, none. */
final class IdAssignment {

    private final IdGenerator ids;

    IdAssignment(IdGenerator ids) {
        this.ids = ids;
    }

    /** A row without an id, and the gene that its id is to have. */
    private record Unset(Row row, @Nullable Long gene) {}

    /** Sets what is unset; one reservation for several rows. */
    void assign(List<Row> rows) {
        List<Unset> unset = new ArrayList<>(rows.size());
        for (Row row : rows) {
            if (row.id().isUnset(row.bean())) {
                requireSettable(row);
                unset.add(new Unset(row, row.id().gene().geneFor(row.bean(), row.id(), ids.layout())));
            }
        }
        if (unset.size() == 1) {
            Unset only = unset.get(0);
            set(only, only.gene() == null ? ids.nextId() : ids.nextId(only.gene()));
        } else if (!unset.isEmpty()) {
            IdBatch batch = ids.reserve(unset.size());
            for (Unset each : unset) {
                set(each, each.gene() == null ? batch.next() : batch.next(each.gene()));
            }
        }
    }

    private static void set(Unset unset, long id) {
        unset.row().id().set(unset.row().bean(), id);
    }

    private static void requireSettable(Row row) {
        if (!row.id().isSettable()) {
            String type = row.bean().getClass().getSimpleName();
            throw new PluginException("cannot generate " + row.id() + ": " + type
                    + (row.bean() instanceof Record ? " is a record" : " has no setter for it and no field to write")
                    + "; create it with an id from the generator, or use a class with a settable property");
        }
    }
}
