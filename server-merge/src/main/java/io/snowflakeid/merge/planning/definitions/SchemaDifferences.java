package io.snowflakeid.merge.planning.definitions;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.planning.definitions.Differences.Subject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

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
        compareTexts(
                FindingCode.SCHEMA_TRIGGER,
                "trigger ",
                texts(main.triggers(), trigger -> trigger.table() + "." + trigger.name(), Schema.Trigger::create),
                texts(other.triggers(), trigger -> trigger.table() + "." + trigger.name(), Schema.Trigger::create),
                differences);
        compareTexts(
                FindingCode.SCHEMA_VIEW,
                "view ",
                texts(main.views(), Schema.View::name, Schema.View::create),
                texts(other.views(), Schema.View::name, Schema.View::create),
                differences);
        return differences.findings();
    }

    private static <T> Map<String, String> texts(List<T> objects, Function<T, String> path, Function<T, String> text) {
        Map<String, String> texts = new TreeMap<>();
        objects.forEach(object -> texts.put(path.apply(object), text.apply(object)));
        return texts;
    }

    private static void compareTexts(
            FindingCode code,
            String kind,
            Map<String, String> main,
            Map<String, String> other,
            Differences differences) {
        main.forEach((path, text) -> {
            Subject subject = new Subject(code, path, kind + path);
            String counterpart = other.get(path);
            if (counterpart == null) {
                differences.onlyInMain(Severity.WARNING, subject, "; the target gets it");
            } else {
                differences.compare(subject, text, counterpart, null);
            }
        });
        other.keySet().stream()
                .filter(path -> !main.containsKey(path))
                .forEach(path -> differences.onlyInOther(
                        Severity.WARNING, new Subject(code, path, kind + path), "; the target does not get it"));
    }
}
