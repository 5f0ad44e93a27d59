package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.schema.Column;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Keys that are ids because the operator says how to make them unique: the server does not count them, and nothing refers to them.
 */
final class AskedIds {

    private static final Set<IdPolicy> ASKED = Set.of(IdPolicy.KEEP, IdPolicy.OFFSET, IdPolicy.MAP);

    private final Game game;
    private final Tables tables;
    private final List<TablePlan> plans;
    private final List<ReferencePlan> references;

    AskedIds(Game game, Tables tables, List<TablePlan> plans, List<ReferencePlan> references) {
        this.game = game;
        this.tables = tables;
        this.plans = plans;
        this.references = references;
    }

    /** The key of a table that has no other ids of its own, if it is one number that is not another table's id. */
    Optional<ColumnName> keyOf(TablePlan table) {
        boolean asked = ASKED.contains(tables.configOf(table.name()).ids());
        return asked
                        && !hasOwnIds(table)
                        && isOneNumber(table)
                        && leadsFrom(table).isEmpty()
                ? Optional.of(new ColumnName(table.name(), table.key().get(0)))
                : Optional.empty();
    }

    private boolean hasOwnIds(TablePlan table) {
        return table.columns().stream().anyMatch(column -> column.column().autoIncrement())
                || references.stream()
                        .anyMatch(reference -> reference.parent().equals(table.name())
                                && reference.parentColumns().size() == 1
                                && isNumber(table, reference.parentColumns().get(0))
                                && isNumber(
                                        planOf(reference.table()),
                                        reference.columns().get(0)));
    }

    private TablePlan planOf(String name) {
        return plans.stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isNumber(TablePlan table, String column) {
        return table.find(column)
                .filter(found -> found.column().kind() == Column.Kind.INTEGER)
                .isPresent();
    }

    /** Whether a table could have ids of its own in its key, if the operator said so. */
    static boolean isOneNumber(TablePlan table) {
        return table.key().size() == 1 && isNumber(table, table.key().get(0));
    }

    /** The reference by which the first column of the key holds ids of another table. */
    private Optional<ReferencePlan> leadsFrom(TablePlan table) {
        return references.stream()
                .filter(reference -> reference.table().equals(table.name())
                        && reference.columns().contains(table.key().get(0)))
                .findFirst();
    }

    /** What is asked for and changes nothing must not be taken for done. */
    void refuseWhereThereAreNone(List<IdDomain> domains, Findings findings) {
        game.config().tables().forEach((name, config) -> {
            List<TablePlan> meant = plans.stream()
                    .filter(table -> Tables.keyOf(game.config(), table.name()).equals(name))
                    .toList();
            boolean has = domains.stream()
                    .flatMap(domain -> domain.roots().stream())
                    .anyMatch(root ->
                            meant.stream().anyMatch(table -> table.name().equals(root.table())));
            if (ASKED.contains(config.ids()) && !meant.isEmpty() && !has) {
                findings.error(
                        FindingCode.CONFIG_IDS,
                        name,
                        "ids: " + Tables.name(config.ids()) + " changes nothing, as there are no ids of its own: "
                                + why(meant.get(0)) + "; correct "
                                + game.config().lines().at("tables", name));
            }
        });
    }

    private String why(TablePlan table) {
        if (table.key().isEmpty()) {
            return table.name() + " has no key";
        }
        String columns = String.join(", ", table.key());
        if (table.key().size() > 1) {
            return "the key of " + table.name() + " is (" + columns
                    + "), and neither does the server count one of these, nor does a reference lead to one; list the references"
                    + " from or to those that are ids";
        }
        if (!isOneNumber(table)) {
            return "the key of " + table.name() + " is " + columns + " ("
                    + game.mainTable(table.name()).column(columns).type() + "), which is no whole number";
        }
        return leadsFrom(table)
                .map(reference -> "the key of " + table.name() + " is " + columns + ", which holds ids of "
                        + reference.parent() + " and moves with them; say ids of " + reference.parent()
                        + ", or leave it out")
                .orElseThrow();
    }
}
