package io.snowflakeid.merge.planning.draft;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.sql.Dialect;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Columns of the main server that another source lacks, and what its rows get there. */
public final class MissingColumns {

    private final Game game;
    private final Dialect dialect;
    private final String now;

    /** The time, in UTC, is what a default such as CURRENT_TIMESTAMP stands for. */
    public MissingColumns(Game game, String now) {
        this.game = game;
        this.now = now;
        dialect = game.sessions().dialect();
    }

    /** Each with its value in SQL; NULL where none can be given, so that the rest of the plan can be made beside the error. */
    Map<String, String> of(SourcePlan source, Table main) {
        Map<String, String> values = new LinkedHashMap<>();
        game.table(source, main.name()).ifPresent(there -> {
            for (Column column : main.columns()) {
                if (there.find(column.name()).isEmpty()) {
                    Optional<String> value =
                            dialect.defaultOf(column, now).filter(given -> whyNoValue(main, column) == null);
                    values.put(column.name(), value.orElseGet(() -> dialect.nullOf(column)));
                }
            }
        });
        return values;
    }

    /** Why rows of a source that lacks this column get no value in it, behind "it"; null if they get its default. */
    public @Nullable String whyNoValue(Table main, Column column) {
        if (column.generated() != null) {
            return "is computed, so that conditions and keys may ask for it";
        }
        if (column.autoIncrement()) {
            return "is counted by the server";
        }
        if (main.orderingKey().map(key -> key.columns().contains(column.name())).orElse(false)) {
            return "is part of the key that orders the table's rows";
        }
        if (dialect.defaultOf(column, now).isPresent()) {
            return null;
        }
        return column.defaultValue() == null
                ? "takes no NULL and has no default"
                : "has the default " + column.defaultValue() + ", which a merge cannot give to its rows";
    }
}
