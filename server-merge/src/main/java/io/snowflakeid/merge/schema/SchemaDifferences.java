package io.snowflakeid.merge.schema;

import io.snowflakeid.merge.Finding;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * In what a source differs from the main server, whose definitions become the target's.
 *
 * <p>An error is what may have a row refused, cut, changed or lost; a warning is what is merged right, and worth knowing. Names of
 * keys and constraints make no difference.
 */
public final class SchemaDifferences {

    private SchemaDifferences() {}

    /** Findings about {@code other}, whose subjects begin with its alias; none if it is like {@code main}. */
    public static List<Finding> between(Schema main, String mainAlias, Schema other, String otherAlias) {
        Differences differences = new Differences(mainAlias, otherAlias);
        main.tables().forEach((name, table) -> {
            Table counterpart = other.tables().get(name);
            if (counterpart == null) {
                differences.warning(
                        FindingCodes.SCHEMA_TABLE_MISSING,
                        name,
                        "table " + name + " is in " + mainAlias + " and not in " + otherAlias
                                + ", which adds no rows to it; check that it was not dropped or renamed there");
            } else {
                compare(table, counterpart, differences);
            }
        });
        other.tables().keySet().stream()
                .filter(name -> !main.tables().containsKey(name))
                .forEach(name -> differences.error(
                        FindingCodes.SCHEMA_TABLE_EXTRA,
                        name,
                        "table " + name + " is in " + otherAlias + " and not in " + mainAlias
                                + ", so its rows have no place in the target; create it in " + mainAlias
                                + ", or accept that they are left behind"));
        compareTriggers(main, other, differences);
        compareViews(main, other, differences);
        return differences.findings();
    }

    private static void compare(Table main, Table other, Differences differences) {
        new ColumnDifferences(main, other, differences).find();
        new KeyDifferences(main, other, differences).find();
        if (!main.engine().equalsIgnoreCase(other.engine())) {
            differences.warning(
                    FindingCodes.SCHEMA_ENGINE,
                    main.name(),
                    differences.both("the engine", main.engine(), other.engine()) + "; the target's is InnoDB");
        }
        String mainDefault = TextRules.collation(main.collation());
        String otherDefault = TextRules.collation(other.collation());
        if (!mainDefault.equals(otherDefault)) {
            differences.warning(
                    FindingCodes.SCHEMA_COLUMN_COLLATION,
                    main.name(),
                    differences.both("the collation of columns to come", mainDefault, otherDefault)
                            + "; the target's is the former");
        }
        comparePartitions(main, other, differences);
    }

    private static void comparePartitions(Table main, Table other, Differences differences) {
        String inMain = main.partitioning();
        String inOther = other.partitioning();
        if (inMain == null ? inOther == null : inMain.equals(inOther)) {
            return;
        }
        String message = differences.both("the partitioning", inMain, inOther);
        boolean refuses = inMain != null && inMain.matches("(?is)PARTITION\\s+BY\\s+(RANGE|LIST).*");
        if (refuses) {
            differences.error(
                    FindingCodes.SCHEMA_PARTITIONS,
                    main.name(),
                    message
                            + ": a row that fits none of the partitions is refused; make them the same, or accept this");
        } else {
            differences.warning(
                    FindingCodes.SCHEMA_PARTITIONS,
                    main.name(),
                    message + "; the target's is that of " + differences.main());
        }
    }

    private static void compareTriggers(Schema main, Schema other, Differences differences) {
        compareTexts(
                FindingCodes.SCHEMA_TRIGGER,
                "trigger",
                texts(main.triggers(), trigger -> trigger.table() + "." + trigger.name(), Schema.Trigger::create),
                texts(other.triggers(), trigger -> trigger.table() + "." + trigger.name(), Schema.Trigger::create),
                differences);
    }

    private static void compareViews(Schema main, Schema other, Differences differences) {
        compareTexts(
                FindingCodes.SCHEMA_VIEW,
                "view",
                texts(main.views(), Schema.View::name, Schema.View::create),
                texts(other.views(), Schema.View::name, Schema.View::create),
                differences);
    }

    private static <T> Map<String, String> texts(List<T> objects, Function<T, String> path, Function<T, String> text) {
        Map<String, String> texts = new TreeMap<>();
        objects.forEach(object -> texts.put(path.apply(object), text.apply(object)));
        return texts;
    }

    private static void compareTexts(
            String code, String kind, Map<String, String> main, Map<String, String> other, Differences differences) {
        main.forEach((path, text) -> {
            String counterpart = other.get(path);
            if (counterpart == null) {
                differences.warning(
                        code, path, kind + " " + path + " is in " + differences.main() + " alone; the target gets it");
            } else if (!counterpart.equals(text)) {
                differences.warning(
                        code,
                        path,
                        kind + " " + path + " is another one in " + differences.main() + "; the target gets that one");
            }
        });
        other.keySet().stream()
                .filter(path -> !main.containsKey(path))
                .forEach(path -> differences.warning(
                        code,
                        path,
                        kind + " " + path + " is in " + differences.other() + " alone; the target does not get it"));
    }
}
