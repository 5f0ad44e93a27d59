package io.snowflakeid.merge.catalog;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Puts views into an order in which each comes after those that it reads, as far as their texts tell. */
final class ViewOrder {

    private final Map<String, Schema.View> views = new TreeMap<>();
    private final Set<String> begun = new LinkedHashSet<>();
    private final List<Schema.View> sorted = new ArrayList<>();

    static List<Schema.View> sorted(List<Schema.View> views) {
        ViewOrder order = new ViewOrder();
        views.forEach(view -> order.views.put(view.name(), view));
        order.views.values().forEach(order::add);
        return List.copyOf(order.sorted);
    }

    private ViewOrder() {}

    private void add(Schema.View view) {
        if (begun.add(view.name())) {
            views.values().stream().filter(other -> reads(view, other.name())).forEach(this::add);
            sorted.add(view);
        }
    }

    /** Behind a dot, or after AS, a name is that of a column. */
    private static boolean reads(Schema.View view, String name) {
        String quoted = Pattern.quote(SqlToken.quoted(name)) + "|\"" + Pattern.quote(name.replace("\"", "\"\"")) + "\"";
        return Pattern.compile("(?<!\\.)(?<!(?i: as ))(?:" + quoted + ")")
                .matcher(view.create())
                .find();
    }
}
