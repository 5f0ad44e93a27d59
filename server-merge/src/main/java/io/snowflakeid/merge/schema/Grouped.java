package io.snowflakeid.merge.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What was read in one go for all tables, table by table. */
final class Grouped<T> {

    private final Map<String, List<T>> byTable = new HashMap<>();

    void add(String table, T item) {
        byTable.computeIfAbsent(table, name -> new ArrayList<>()).add(item);
    }

    List<T> of(String table) {
        return List.copyOf(byTable.getOrDefault(table, List.of()));
    }
}
