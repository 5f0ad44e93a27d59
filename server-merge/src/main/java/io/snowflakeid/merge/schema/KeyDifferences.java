package io.snowflakeid.merge.schema;

import io.snowflakeid.merge.schema.SqlToken.Kind;
import io.snowflakeid.merge.schema.SqlTokens.Dialect;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** In what the keys and constraints of a table differ, whatever their names are. */
final class KeyDifferences {

    private final Table main;
    private final Table other;
    private final Differences differences;

    KeyDifferences(Table main, Table other, Differences differences) {
        this.main = main;
        this.other = other;
        this.differences = differences;
    }

    void find() {
        findKeys();
        findForeignKeys();
        findChecks();
    }

    private void findKeys() {
        Set<List<String>> inMain = new HashSet<>();
        Set<List<String>> inOther = new HashSet<>();
        main.keys().forEach(key -> inMain.add(signature(main, key)));
        other.keys().forEach(key -> inOther.add(signature(other, key)));
        for (Key key : main.keys()) {
            if (!inOther.contains(signature(main, key))) {
                onlyInMain(key);
            }
        }
        for (Key key : other.keys()) {
            if (!inMain.contains(signature(other, key))) {
                differences.warning(
                        FindingCodes.SCHEMA_KEY,
                        main.name() + "." + key.name(),
                        shown(key) + " is in " + differences.other() + " and not in " + differences.main()
                                + "; the target has none");
            }
        }
    }

    private void onlyInMain(Key key) {
        String path = main.name() + "." + key.name();
        String message = shown(key) + " is in " + differences.main() + " and not in " + differences.other();
        if (!key.unique()) {
            differences.warning(FindingCodes.SCHEMA_KEY, path, message + "; the target has it");
        } else if (key.plain() && lacksOneOf(key.columns())) {
            differences.warning(
                    FindingCodes.SCHEMA_KEY,
                    path,
                    message + ", which lacks a column of it; what its rows get there is compared too");
        } else if (impliedByOther(key)) {
            differences.warning(
                    FindingCodes.SCHEMA_KEY,
                    path,
                    message + ", where fewer of its columns are unique; the target has it");
        } else {
            differences.error(
                    FindingCodes.SCHEMA_KEY,
                    path,
                    message + ": rows that are equal in it would be refused; make them the same");
        }
    }

    private boolean lacksOneOf(List<String> columns) {
        return columns.stream().anyMatch(column -> other.find(column).isEmpty());
    }

    private boolean impliedByOther(Key key) {
        Set<String> columns = new HashSet<>(folded(key.columns()));
        return key.plain()
                && other.keys().stream()
                        .anyMatch(unique ->
                                unique.unique() && unique.plain() && columns.containsAll(folded(unique.columns())));
    }

    private static String shown(Key key) {
        String kind = key.primary() ? "the primary key" : key.unique() ? "the unique key" : "the key";
        return kind + " on " + (key.columns().isEmpty() ? "an expression" : String.join(", ", key.columns()));
    }

    /** Of what is more than columns, the text: the length of a prefix, an expression. */
    private static List<String> signature(Table table, Key key) {
        List<String> signature = new ArrayList<>(folded(key.columns()));
        signature.add(0, key.primary() ? "primary" : key.unique() ? "unique" : "key");
        if (!key.plain()) {
            signature.add(table.definition().indexes().stream()
                    .filter(part -> part.name().equals(key.name()))
                    .findFirst()
                    .map(part -> withoutName(part))
                    .orElse(""));
        }
        return signature;
    }

    private static List<String> folded(List<String> names) {
        return names.stream().map(Differences::folded).toList();
    }

    private static String withoutName(Table.Part part) {
        List<SqlToken> tokens = new ArrayList<>(
                SqlTokens.of(part.clause(), part.clause().startsWith("ADD ") ? Dialect.MYSQL : Dialect.H2));
        tokens.stream()
                .filter(token -> token.kind() == Kind.NAME && token.name().equals(part.name()))
                .findFirst()
                .ifPresent(tokens::remove);
        return SqlTokens.join(tokens);
    }

    private void findForeignKeys() {
        for (ForeignKey key : main.foreignKeys()) {
            Optional<ForeignKey> counterpart = counterpart(key, other);
            String path = main.name() + "." + key.name();
            if (counterpart.isEmpty() && lacksOneOf(key.columns())) {
                differences.warning(
                        FindingCodes.SCHEMA_FOREIGN_KEY,
                        path,
                        shown(key) + " is in " + differences.main() + " and not in " + differences.other()
                                + ", which lacks a column of it; what its rows get there is followed too");
            } else if (counterpart.isEmpty()) {
                differences.error(
                        FindingCodes.SCHEMA_FOREIGN_KEY,
                        path,
                        shown(key) + " is in " + differences.main() + " and not in " + differences.other()
                                + ": rows without a parent would be refused; add it there");
            } else if (!rules(main, key).equals(rules(other, counterpart.get()))) {
                differences.warning(
                        FindingCodes.SCHEMA_FOREIGN_KEY,
                        path,
                        shown(key) + " has other rules: " + rules(main, key) + " in " + differences.main() + ", and "
                                + rules(other, counterpart.get()) + " in " + differences.other()
                                + "; the target has the former");
            }
        }
        for (ForeignKey key : other.foreignKeys()) {
            if (counterpart(key, main).isEmpty()) {
                differences.warning(
                        FindingCodes.SCHEMA_FOREIGN_KEY,
                        main.name() + "." + key.name(),
                        shown(key) + " is in " + differences.other() + " and not in " + differences.main()
                                + "; the target has none, so name the reference in the configuration");
            }
        }
    }

    private static Optional<ForeignKey> counterpart(ForeignKey key, Table table) {
        return table.foreignKeys().stream()
                .filter(candidate -> folded(candidate.columns()).equals(folded(key.columns()))
                        && candidate.parentTable().equals(key.parentTable())
                        && folded(candidate.parentColumns()).equals(folded(key.parentColumns())))
                .findFirst();
    }

    private static String shown(ForeignKey key) {
        return "the foreign key " + String.join(", ", key.columns()) + " -> " + key.parentTable() + "."
                + String.join(", ", key.parentColumns());
    }

    /** What its clause says behind the columns of the parent. */
    private static String rules(Table table, ForeignKey key) {
        return table.definition().foreignKeys().stream()
                .filter(part -> part.name().equals(key.name()))
                .findFirst()
                .map(part -> part.clause()
                        .substring(part.clause().lastIndexOf(')') + 1)
                        .strip())
                .filter(rules -> !rules.isEmpty())
                .orElse("none");
    }

    /** MySQL and MariaDB quote all columns there. */
    private boolean namesOneThatLacks(String check) {
        return main.columns().stream()
                .filter(column -> other.find(column.name()).isEmpty())
                .anyMatch(column -> Differences.folded(check)
                        .contains(Differences.folded(SqlTokens.Dialect.MYSQL.quoted(column.name()))));
    }

    private void findChecks() {
        Set<String> inMain = new HashSet<>();
        Set<String> inOther = new HashSet<>();
        main.checks().forEach(check -> inMain.add(TextRules.expression(check)));
        other.checks().forEach(check -> inOther.add(TextRules.expression(check)));
        for (String check : main.checks()) {
            if (!inOther.contains(TextRules.expression(check))) {
                boolean enforced = !check.endsWith(" NOT ENFORCED");
                boolean compared = namesOneThatLacks(check);
                String message =
                        "CHECK " + check + " is in " + differences.main() + " and not in " + differences.other();
                if (enforced && compared) {
                    differences.warning(
                            FindingCodes.SCHEMA_CHECK,
                            main.name(),
                            message
                                    + ", which lacks a column of it; if the default of that column breaks it, the run stops");
                } else if (enforced) {
                    differences.error(
                            FindingCodes.SCHEMA_CHECK,
                            main.name(),
                            message + ": rows that do not fulfil it would be refused; add it there");
                } else {
                    differences.warning(FindingCodes.SCHEMA_CHECK, main.name(), message + "; the target has it");
                }
            }
        }
        for (String check : other.checks()) {
            if (!inMain.contains(TextRules.expression(check))) {
                differences.warning(
                        FindingCodes.SCHEMA_CHECK,
                        main.name(),
                        "CHECK " + check + " is in " + differences.other() + " and not in " + differences.main()
                                + "; the target has none");
            }
        }
    }
}
