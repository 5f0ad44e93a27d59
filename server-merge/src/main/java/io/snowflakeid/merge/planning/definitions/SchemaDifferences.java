package io.snowflakeid.merge.planning.definitions;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.planning.definitions.Differences.Part;
import io.snowflakeid.merge.planning.definitions.Differences.Subject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The differences between a source and the main server, whose definitions become the target's.
 *
 * <p>An error means that the target would reject, cut, change or lose a value; a warning means that the rows are merged right. Names
 * of keys and constraints are not compared, since no row depends on them.
 */
public final class SchemaDifferences {

    private SchemaDifferences() {}

    /** Findings about {@code other}, whose subjects begin with its alias; none if it is like {@code main}. */
    public static List<Finding> between(Schema main, String mainAlias, Schema other, String otherAlias) {
        Differences differences = new Differences(mainAlias, otherAlias);
        main.tables().forEach((name, table) -> {
            Table counterpart = other.tables().get(name);
            if (counterpart == null) {
                differences.onlyInMain(
                        Severity.WARNING,
                        new Subject(FindingCode.SCHEMA_TABLE_MISSING, name, "table " + name),
                        ", which adds no rows to it; check that the table was not dropped or renamed there");
            } else {
                new TableDifferences(table, counterpart, differences).find();
            }
        });
        other.tables().keySet().stream()
                .filter(name -> !main.tables().containsKey(name))
                .forEach(name -> differences.onlyInOther(
                        Severity.ERROR,
                        new Subject(FindingCode.SCHEMA_TABLE_EXTRA, name, "table " + name),
                        ", so its rows have no place in the target; create it in " + mainAlias
                                + ", or accept that they are left behind"));
        differences.compareParts(stored(main), stored(other));
        return differences.findings();
    }

    private static Map<String, Part> stored(Schema schema) {
        Map<String, Part> parts = new TreeMap<>();
        schema.triggers().forEach(trigger -> {
            String path = trigger.table() + "." + trigger.name();
            Subject subject = new Subject(FindingCode.SCHEMA_TRIGGER, path, "trigger " + path);
            parts.put(subject.what(), new Part(subject, false, false, trigger.create()));
        });
        schema.views().forEach(view -> {
            Subject subject = new Subject(FindingCode.SCHEMA_VIEW, view.name(), "view " + view.name());
            parts.put(subject.what(), new Part(subject, false, false, view.create()));
        });
        return parts;
    }
}
