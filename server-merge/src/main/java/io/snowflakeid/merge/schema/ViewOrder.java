package io.snowflakeid.merge.schema;

import io.snowflakeid.merge.schema.SqlToken.Kind;
import io.snowflakeid.merge.schema.SqlTokens.Dialect;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Puts views into an order in which each comes after those that it reads, as far as their texts tell. */
final class ViewOrder {

    private final Map<String, Schema.View> views = new TreeMap<>();
    private final Map<String, Set<String>> reads = new TreeMap<>();
    private final Set<String> begun = new LinkedHashSet<>();
    private final List<Schema.View> sorted = new ArrayList<>();

    static List<Schema.View> sorted(List<Schema.View> views, Dialect dialect) {
        ViewOrder order = new ViewOrder();
        views.forEach(view -> order.views.put(view.name(), view));
        views.forEach(view -> order.reads.put(view.name(), order.readBy(view, dialect)));
        order.views.keySet().forEach(order::add);
        return List.copyOf(order.sorted);
    }

    private ViewOrder() {}

    private Set<String> readBy(Schema.View view, Dialect dialect) {
        Set<String> found = new TreeSet<>();
        SqlToken before = new SqlToken(Kind.SIGN, "");
        for (SqlToken token : SqlTokens.of(view.create(), dialect)) {
            // a column is named behind a dot, or after AS
            if (token.kind() == Kind.NAME && views.containsKey(token.name()) && !before.is(".") && !before.is("AS")) {
                found.add(token.name());
            }
            if (token.kind() != Kind.SPACE) {
                before = token;
            }
        }
        return found;
    }

    private void add(String name) {
        if (begun.add(name)) {
            reads.getOrDefault(name, Set.of()).forEach(this::add);
            Schema.View view = views.get(name);
            if (view != null) {
                sorted.add(view);
            }
        }
    }
}
