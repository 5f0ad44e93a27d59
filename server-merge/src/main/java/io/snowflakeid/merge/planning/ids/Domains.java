package io.snowflakeid.merge.planning.ids;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which columns hold ids that are moved together.
 *
 * <p>A column is an id if the server counts it, if something refers to it, or if the operator says so. All other keys are values that
 * mean what they say (an IP address, a name, a slot) and stay.
 */
public final class Domains {

    private static final Set<IdPolicy> ASKED = Set.of(IdPolicy.KEEP, IdPolicy.OFFSET, IdPolicy.MAP);

    private final Game game;
    private final List<TablePlan> plans;
    private final List<ReferencePlan> references;
    private final Findings findings;

    /** What is counted, asked for, or referred to as an id. */
    private final Set<ColumnName> parents = new LinkedHashSet<>();

    private final List<IdDomain> domains = new ArrayList<>();
    private final Map<ColumnName, List<Remap>> remaps = new LinkedHashMap<>();

    /** A column that holds ids of a domain, if the condition holds. */
    record IdColumn(ColumnName name, Column column, Remap remap) {

        long capacity() {
            return column.maximum() == null ? Long.MAX_VALUE : column.maximum();
        }

        @Override
        public String toString() {
            return name + " (" + column.type() + ")";
        }
    }

    /** A whole number that refers to another one, always or under a condition. */
    private record IdLink(ReferencePlan reference, ColumnName column, ColumnName parent) {

        boolean always() {
            return reference.when() == null;
        }
    }

    public Domains(Game game, List<TablePlan> plans, List<ReferencePlan> references, Findings findings) {
        this.game = game;
        this.plans = plans;
        this.references = references;
        this.findings = findings;
    }

    /** Domains without ranges; where the operator asks for nothing, why is empty and the ranges still decide the mode. */
    public List<IdDomain> read() {
        plans.forEach(this::addOwnIds);
        List<IdLink> all = references.stream()
                .flatMap(reference -> reference.links().stream()
                        .filter(link -> isInteger(link.column()) && isInteger(link.parent()))
                        .map(link -> new IdLink(reference, link.column(), link.parent())))
                .toList();
        Collection<List<ColumnName>> groups = groups(all);
        List<IdLink> links =
                all.stream().filter(link -> parents.contains(link.parent())).toList();
        for (List<ColumnName> group : groups) {
            List<ColumnName> referredTo =
                    group.stream().filter(parents::contains).toList();
            List<ColumnName> roots = referredTo.stream()
                    .filter(column -> links.stream()
                            .noneMatch(link -> link.always() && link.column().equals(column)))
                    .toList();
            // in a circle each refers to another
            IdDomain domain = domain(roots.isEmpty() ? referredTo : roots);
            domains.add(domain);
            group.forEach(column -> remaps.put(column, new ArrayList<>(List.of(remap(domain, column, links)))));
        }
        // of the conditions of a column the last one goes first
        links.stream().filter(link -> !link.always()).forEach(link -> {
            List<Remap> ofParent = remaps.getOrDefault(link.parent(), List.of());
            int domain = ofParent.get(ofParent.size() - 1).domain();
            remaps.computeIfAbsent(link.column(), name -> new ArrayList<>())
                    .add(
                            0,
                            new Remap(
                                    domain,
                                    link.reference().when(),
                                    link.reference().none()));
        });
        refuseIdsWithoutEffect();
        return domains;
    }

    private void addOwnIds(TablePlan table) {
        List<ColumnName> counted = table.columns().stream()
                .filter(column -> column.column().autoIncrement())
                .map(column -> new ColumnName(table.name(), column.name()))
                .toList();
        parents.addAll(counted);
        // the operator says how to make a key unique that is one number, and not another table's id
        if (counted.isEmpty()
                && ASKED.contains(game.configOf(table.name()).ids())
                && isOneNumber(table)
                && references.stream()
                        .noneMatch(reference -> reference.table().equals(table.name())
                                && reference.has(table.key().get(0)))) {
            parents.add(new ColumnName(table.name(), table.key().get(0)));
        }
    }

    /** Whether a table could have ids of its own in its key, if the operator said so. */
    public static boolean isOneNumber(TablePlan table) {
        return table.key().size() == 1
                && table.column(table.key().get(0)).column().kind() == Column.Kind.INTEGER;
    }

    private boolean isInteger(ColumnName name) {
        return column(name).kind() == Column.Kind.INTEGER;
    }

    private Column column(ColumnName name) {
        return game.mainTable(name.table()).column(name.column());
    }

    /**
     * Columns that hold the same kind of id, because one refers to the other; adds those that are referred to to the parents. An id is what
     * is one of its own, is referred to by itself, or refers to one: of a key of several columns the others are values that mean what they
     * say, such as a slot or a rank's number.
     */
    private Collection<List<ColumnName>> groups(List<IdLink> links) {
        Map<ColumnName, ColumnName> groups = new LinkedHashMap<>();
        parents.forEach(id -> groups.put(id, id));
        int before;
        do {
            before = groups.size();
            for (IdLink link : links) {
                if (link.reference().columns().size() == 1 || groups.containsKey(link.parent())) {
                    parents.add(link.parent());
                    ColumnName group = groups.computeIfAbsent(link.parent(), parent -> parent);
                    ColumnName joined = link.always() ? groups.computeIfAbsent(link.column(), id -> id) : group;
                    groups.replaceAll((column, leader) -> leader.equals(joined) ? group : leader);
                }
            }
        } while (groups.size() > before);
        return groups.entrySet().stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getValue,
                        LinkedHashMap::new,
                        Collectors.mapping(Map.Entry::getKey, Collectors.toList())))
                .values();
    }

    private IdDomain domain(List<ColumnName> roots) {
        List<IdPolicy> policies = roots.stream()
                .map(this::policy)
                .filter(policy -> policy != IdPolicy.AUTO)
                .distinct()
                .sorted()
                .toList();
        if (policies.size() > 1) {
            findings.error(
                    FindingCode.CONFIG_IDS,
                    roots.get(0).toString(),
                    "ids of " + roots
                            + " are the same, since a column refers to several of them, but are to be treated as "
                            + policies + ": give all of these tables the same ids");
        }
        IdPolicy policy = policies.isEmpty() ? IdPolicy.AUTO : policies.get(0);
        String why =
                switch (policy) {
                    case AUTO -> "";
                    case STATIC -> "means the same on all servers";
                    case KEEP, OFFSET, MAP -> "asked for";
                };
        IdMode mode = policy == IdPolicy.AUTO ? IdMode.KEEP : IdMode.valueOf(policy.name());
        return new IdDomain(domains.size() + 1, roots.get(0).toString(), roots, mode, why, List.of());
    }

    /** A table that is not united row by row has ids that mean the same everywhere. */
    private IdPolicy policy(ColumnName root) {
        boolean united = game.configOf(root.table()).tableClass() == TableClass.UNION;
        return united ? game.configOf(root.table()).ids() : IdPolicy.STATIC;
    }

    private static Remap remap(IdDomain domain, ColumnName column, List<IdLink> links) {
        List<Long> none = links.stream()
                .filter(link -> link.always() && link.column().equals(column))
                .flatMap(link -> link.reference().none().stream())
                .distinct()
                .sorted()
                .toList();
        return new Remap(domain.number(), null, none);
    }

    /** What is asked for and changes nothing must not be taken for done. */
    private void refuseIdsWithoutEffect() {
        Set<String> effective = domains.stream()
                .flatMap(domain -> domain.roots().stream())
                .map(root -> game.keyOf(root.table()))
                .collect(Collectors.toSet());
        Set<String> meant =
                plans.stream().map(table -> game.keyOf(table.name())).collect(Collectors.toSet());
        game.config().tables().forEach((name, config) -> {
            if (ASKED.contains(config.ids()) && meant.contains(name) && !effective.contains(name)) {
                findings.error(
                        FindingCode.CONFIG_IDS,
                        name,
                        "ids: " + MergeConfig.word(config.ids())
                                + " changes nothing, as the table has no ids of its own: its key"
                                + " is not one whole number, or holds another table's ids and moves with them; correct "
                                + game.config().lines().at("tables", name));
            }
        });
    }

    /** The tables, whose columns now know whose ids they hold. */
    public List<TablePlan> withRemaps() {
        return plans.stream()
                .map(table -> table.withColumns(column -> column.withRemaps(
                        List.copyOf(remaps.getOrDefault(new ColumnName(table.name(), column.name()), List.of())))))
                .toList();
    }

    List<IdColumn> columnsOf(IdDomain domain) {
        return remaps.entrySet().stream()
                .flatMap(column -> column.getValue().stream()
                        .filter(remap -> remap.domain() == domain.number())
                        .map(remap -> new IdColumn(column.getKey(), column(column.getKey()), remap)))
                .toList();
    }
}
