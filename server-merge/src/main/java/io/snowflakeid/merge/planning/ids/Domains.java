package io.snowflakeid.merge.planning.ids;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.TableConfig;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.ReferencePlan.Link;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.Tables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
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
    private final Tables tables;
    private final List<TablePlan> plans;
    private final List<ReferencePlan> references;
    private final Findings findings;

    /** What is counted, asked for, or referred to as an id. */
    private final Set<ColumnName> parents = new LinkedHashSet<>();

    /** What always refers to one of these. */
    private final Set<ColumnName> children = new HashSet<>();

    /** The number of the domain of each column that always holds ids. */
    private final Map<ColumnName, Integer> numbers = new HashMap<>();

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

    public Domains(Game game, Tables tables, List<TablePlan> plans, List<ReferencePlan> references, Findings findings) {
        this.game = game;
        this.tables = tables;
        this.plans = plans;
        this.references = references;
        this.findings = findings;
    }

    /** Domains without ranges; where the operator asks for nothing, why is empty and the ranges still decide the mode. */
    public List<IdDomain> read() {
        plans.forEach(this::addOwnIds);
        for (List<ColumnName> group : groups()) {
            List<ColumnName> referredTo =
                    group.stream().filter(parents::contains).toList();
            List<ColumnName> roots = referredTo.stream()
                    .filter(column -> !children.contains(column))
                    .toList();
            // in a circle each refers to another
            domains.add(domain(group, roots.isEmpty() ? referredTo : roots));
        }
        refuseIdsWithoutEffect();
        readConditions();
        return domains;
    }

    /** Columns that hold the same kind of id, because one refers to the other; adds them to parents and children. */
    private Collection<List<ColumnName>> groups() {
        Set<ColumnName> ids = ids();
        Map<ColumnName, ColumnName> groups = new LinkedHashMap<>();
        parents.forEach(id -> groups.put(id, id));
        for (ReferencePlan reference : references) {
            for (Link link : reference.links()) {
                if (integer(link.column()) && ids.contains(link.parent())) {
                    parents.add(link.parent());
                    ColumnName group = groups.computeIfAbsent(link.parent(), parent -> parent);
                    if (reference.when() == null) {
                        children.add(link.column());
                        ColumnName joined = groups.computeIfAbsent(link.column(), column -> column);
                        groups.replaceAll((column, before) -> before.equals(joined) ? group : before);
                    }
                }
            }
        }
        return groups.entrySet().stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getValue,
                        LinkedHashMap::new,
                        Collectors.mapping(Map.Entry::getKey, Collectors.toList())))
                .values();
    }

    private void addOwnIds(TablePlan table) {
        List<ColumnName> counted = table.columns().stream()
                .filter(column -> column.column().autoIncrement())
                .map(column -> new ColumnName(table.name(), column.name()))
                .toList();
        parents.addAll(counted);
        if (counted.isEmpty() && isAsked(table)) {
            parents.add(new ColumnName(table.name(), table.key().get(0)));
        }
    }

    /**
     * Whether the operator says how to make the key of a table unique to which nothing refers: one number that is not another table's id.
     */
    private boolean isAsked(TablePlan table) {
        boolean referredTo = references.stream()
                .filter(reference -> reference.parent().equals(table.name()))
                .map(ReferencePlan::links)
                .anyMatch(links -> links.size() == 1
                        && integer(links.get(0).parent())
                        && integer(links.get(0).column()));
        return ASKED.contains(tables.configOf(table.name()).ids())
                && !referredTo
                && isOneNumber(table)
                && references.stream()
                        .noneMatch(reference -> reference.table().equals(table.name())
                                && reference.has(table.key().get(0)));
    }

    /** Whether a table could have ids of its own in its key, if the operator said so. */
    public static boolean isOneNumber(TablePlan table) {
        return table.key().size() == 1
                && table.column(table.key().get(0)).column().kind() == Column.Kind.INTEGER;
    }

    /** What is asked for and changes nothing must not be taken for done. */
    private void refuseIdsWithoutEffect() {
        game.config().tables().forEach((name, config) -> {
            List<String> meant = plans.stream()
                    .map(TablePlan::name)
                    .filter(table -> Tables.keyOf(game.config(), table).equals(name))
                    .toList();
            boolean has = domains.stream()
                    .flatMap(domain -> domain.roots().stream())
                    .anyMatch(root -> meant.contains(root.table()));
            if (ASKED.contains(config.ids()) && !meant.isEmpty() && !has) {
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

    /**
     * What is an id of its own or referred to by itself, and what refers to those. Of a key of several columns the others are values
     * that mean what they say: a slot, a rank's number.
     */
    private Set<ColumnName> ids() {
        Set<ColumnName> ids = new HashSet<>(parents);
        int before;
        do {
            before = ids.size();
            for (ReferencePlan reference : references) {
                for (Link link : reference.links()) {
                    if (integer(link.parent()) && (reference.columns().size() == 1 || ids.contains(link.parent()))) {
                        ids.add(link.parent());
                        if (reference.when() == null) {
                            ids.add(link.column());
                        }
                    }
                }
            }
        } while (ids.size() > before);
        return ids;
    }

    private boolean integer(ColumnName name) {
        return column(name).kind() == Column.Kind.INTEGER;
    }

    private Column column(ColumnName name) {
        return game.mainTable(name.table()).column(name.column());
    }

    private IdDomain domain(List<ColumnName> group, List<ColumnName> roots) {
        int number = domains.size() + 1;
        for (ColumnName column : group) {
            numbers.put(column, number);
            remaps.put(column, new ArrayList<>(List.of(new Remap(number, null, noneOf(column)))));
        }
        IdPolicy policy = policyOf(roots);
        String why =
                switch (policy) {
                    case STATIC -> "means the same on all servers";
                    case AUTO -> "";
                    case KEEP, OFFSET, MAP -> "asked for";
                };
        return new IdDomain(number, roots.get(0).toString(), roots, mode(policy), why, List.of());
    }

    private List<Long> noneOf(ColumnName column) {
        return references.stream()
                .filter(reference -> reference.when() == null
                        && reference.table().equals(column.table())
                        && reference.columns().contains(column.column()))
                .flatMap(reference -> reference.none().stream())
                .distinct()
                .sorted()
                .toList();
    }

    private IdPolicy policyOf(List<ColumnName> roots) {
        for (ColumnName root : roots) {
            TableConfig config = tables.configOf(root.table());
            // rows of other sources would refer to their own rows; as it is, those of several may refer to the same one
            if (config.tableClass() == TableClass.MAIN_ONLY && ASKED.contains(config.ids())) {
                findings.error(
                        FindingCode.CONFIG_IDS,
                        root.toString(),
                        "ids of a main-only table are the main server's, and other sources' rows refer to these: leave ids out, or choose"
                                + " another class");
            }
        }
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
        return policies.isEmpty() ? IdPolicy.AUTO : policies.get(0);
    }

    /** A table that is not united row by row has ids that mean the same everywhere, unless the operator says otherwise. */
    private IdPolicy policy(ColumnName root) {
        TableConfig config = tables.configOf(root.table());
        return config.ids() == IdPolicy.AUTO && config.tableClass() != TableClass.UNION
                ? IdPolicy.STATIC
                : config.ids();
    }

    private static IdMode mode(IdPolicy policy) {
        return switch (policy) {
            case STATIC -> IdMode.STATIC;
            case KEEP, AUTO -> IdMode.KEEP;
            case OFFSET -> IdMode.OFFSET;
            case MAP -> IdMode.MAP;
        };
    }

    /** Of the conditions of a column the last one goes first. */
    private void readConditions() {
        for (ReferencePlan reference : references) {
            for (Link link : reference.when() == null ? List.<Link>of() : reference.links()) {
                Integer domain = numbers.get(link.parent());
                if (domain != null && integer(link.column()) && integer(link.parent())) {
                    remaps.computeIfAbsent(link.column(), name -> new ArrayList<>())
                            .add(0, new Remap(domain, reference.when(), reference.none()));
                }
            }
        }
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

    /** The column of a domain that takes the least numbers. */
    IdColumn narrowest(IdDomain domain) {
        return columnsOf(domain).stream()
                .min(Comparator.comparingLong(IdColumn::capacity))
                .orElseThrow();
    }
}
