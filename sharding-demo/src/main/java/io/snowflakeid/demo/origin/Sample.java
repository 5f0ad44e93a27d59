package io.snowflakeid.demo.origin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ids of some rows of a table.
 *
 * @param runs rows that follow each other in the table, in the order of their ids; runs may overlap
 * @param holdsLargest whether the largest number of all is among them, which an order of texts does not tell
 * @param estimatedRows how many rows the table has, as its database guesses; null if it does not
 */
public record Sample(
        List<List<SampledId>> runs,
        boolean holdsLargest,
        @Nullable Long estimatedRows) {

    public Sample {
        runs = runs.stream().map(List::copyOf).toList();
    }

    /** Each row once. */
    List<SampledId> rows() {
        return runs.stream().flatMap(List::stream).distinct().toList();
    }
}
