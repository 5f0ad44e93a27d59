package io.snowflakeid.merge.planning.ids;

import static java.util.Objects.requireNonNull;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.config.TableConfig;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.ReferencePlan.Link;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

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

    /** The columns of each domain, unconditional ones, in the order of the domains. */
    private final List<List<ColumnName>> members = new ArrayList<>();

    private final List<IdDomain> domains = new ArrayList<>();
    private final Map<ColumnName, List<Remap>> remaps = new LinkedHashMap<>();

    public Domains(Game game, Tables tables, List<TablePlan> plans, List<ReferencePlan> references, Findings findings) {
        this.game = game;
        this.tables = tables;
        this.plans = plans;
        this.references = references;
        this.findings = findings;
    }

    /** Domains without ranges; their mode is {@link IdMode#STATIC}, or one that the ranges still decide. */
    public List<IdDomain> read() {
        ColumnGroups groups = new ColumnGroups();
        Set<ColumnName> children = new HashSet<>();
        Set<ColumnName> parents = new LinkedHashSet<>(ownIds());
        parents.forEach(groups::add);
        Set<ColumnName> ids = ids(parents);
        for (ReferencePlan reference : references) {
            for (Link link : reference.links()) {
                if (integer(link.column()) && ids.contains(link.parent())) {
                    parents.add(link.parent());
                    groups.add(link.parent());
                    if (reference.when() == null) {
                        children.add(link.column());
                        groups.join(link.column(), link.parent());
                    }
                }
            }
        }
        for (List<ColumnName> group : groups.groups()) {
            List<ColumnName> roots = group.stream()
                    .filter(column -> parents.contains(column) && !children.contains(column))
                    .toList();
            // in a circle each refers to another
            domains.add(domain(
                    group,
                    roots.isEmpty() ? group.stream().filter(parents::contains).toList() : roots));
        }
        refuseIdsWithoutEffect();
        readRemaps();
        return domains;
    }

    /** What is counted, or said to be an id. */
    private Set<ColumnName> ownIds() {
        Set<ColumnName> own = new LinkedHashSet<>();
        for (TablePlan table : plans) {
            for (ColumnPlan column : table.columns()) {
                if (column.column().autoIncrement()) {
                    own.add(new ColumnName(table.name(), column.name()));
                }
            }
            askedKey(table).ifPresent(own::add);
        }
        return own;
    }

    /**
     * The key of a table, if the operator says how to make it unique although the server does not count it and nothing refers to it: one
     * number that is not another table's id.
     */
    private Optional<ColumnName> askedKey(TablePlan table) {
        boolean counted =
                table.columns().stream().anyMatch(column -> column.column().autoIncrement());
        boolean referredTo = references.stream()
                .filter(reference -> reference.parent().equals(table.name()))
                .map(ReferencePlan::links)
                .anyMatch(links -> links.size() == 1
                        && integer(links.get(0).parent())
                        && integer(links.get(0).column()));
        return ASKED.contains(tables.configOf(table.name()).ids())
                        && !counted
                        && !referredTo
                        && isOneNumber(table)
                        && references.stream()
                                .noneMatch(reference -> reference.table().equals(table.name())
                                        && reference.has(table.key().get(0)))
                ? Optional.of(new ColumnName(table.name(), table.key().get(0)))
                : Optional.empty();
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
                        "ids: " + Tables.name(config.ids())
                                + " changes nothing, as the table has no ids of its own: its key"
                                + " is not one whole number, or holds another table's ids and moves with them; correct "
                                + game.config().lines().at("tables", name));
            }
        });
    }

    /**
     * These, what is referred to by itself, and what refers to those. Of a key of several columns the others are values that mean what
     * they say: a slot, a rank's number.
     */
    private Set<ColumnName> ids(Set<ColumnName> own) {
        Set<ColumnName> ids = new HashSet<>(own);
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
        members.add(group);
        Set<IdPolicy> policies = new TreeSet<>();
        for (ColumnName root : roots) {
            policies.add(policy(root));
        }
        policies.remove(IdPolicy.AUTO);
        IdPolicy policy =
                policies.isEmpty() ? IdPolicy.AUTO : policies.iterator().next();
        String name = roots.get(0).toString();
        roots.stream().filter(this::tellsSourcesApart).forEach(this::refuse);
        if (policies.size() > 1) {
            findings.error(
                    FindingCode.CONFIG_IDS,
                    name,
                    "ids of " + roots
                            + " are the same, since a column refers to several of them, but are to be treated as "
                            + policies + ": give all of these tables the same ids");
        }
        String why =
                switch (policy) {
                    case STATIC -> "means the same on all servers";
                    case AUTO -> "";
                    default -> "asked for";
                };
        return new IdDomain(domains.size() + 1, name, roots, mode(policy), why, List.of());
    }

    /** Rows of other sources would refer to their own rows of the table; as it is, those of several may refer to the same one. */
    private boolean tellsSourcesApart(ColumnName root) {
        TableConfig config = tables.configOf(root.table());
        return config.tableClass() == TableClass.MAIN_ONLY
                && config.ids() != IdPolicy.AUTO
                && config.ids() != IdPolicy.STATIC;
    }

    private void refuse(ColumnName root) {
        findings.error(
                FindingCode.CONFIG_IDS,
                root.toString(),
                "ids of a main-only table are the main server's, and other sources' rows refer to these: leave ids out, or choose"
                        + " another class");
    }

    /** A table that is not united row by row has ids that mean the same everywhere, unless the operator says otherwise. */
    private IdPolicy policy(ColumnName root) {
        TableConfig config = tables.configOf(root.table());
        if (config.ids() != IdPolicy.AUTO) {
            return config.ids();
        }
        return config.tableClass() == TableClass.UNION ? IdPolicy.AUTO : IdPolicy.STATIC;
    }

    private static IdMode mode(IdPolicy policy) {
        return switch (policy) {
            case STATIC -> IdMode.STATIC;
            case KEEP, AUTO -> IdMode.KEEP;
            case OFFSET -> IdMode.OFFSET;
            case MAP -> IdMode.MAP;
        };
    }

    /** What the operator asks for, for the ids of a domain. */
    IdPolicy policyOf(IdDomain domain) {
        return domain.roots().stream()
                .map(this::policy)
                .filter(policy -> policy != IdPolicy.AUTO)
                .findFirst()
                .orElse(IdPolicy.AUTO);
    }

    // ------------------------------------------------------------------------------------------------------- remaps

    private void readRemaps() {
        for (int i = 0; i < members.size(); i++) {
            for (ColumnName column : members.get(i)) {
                remaps.computeIfAbsent(column, name -> new ArrayList<>()).add(new Remap(i + 1, null, noneOf(column)));
            }
        }
        for (ReferencePlan reference : references) {
            if (reference.when() != null) {
                reference.links().forEach(link -> conditional(reference, link.column(), link.parent()));
            }
        }
    }

    private List<Long> noneOf(ColumnName column) {
        Set<Long> none = new TreeSet<>();
        for (ReferencePlan reference : references) {
            if (reference.when() == null
                    && reference.table().equals(column.table())
                    && reference.columns().contains(column.column())) {
                none.addAll(reference.none());
            }
        }
        return List.copyOf(none);
    }

    private void conditional(ReferencePlan reference, ColumnName child, ColumnName parent) {
        if (!integer(child) || !integer(parent)) {
            return;
        }
        for (int i = 0; i < members.size(); i++) {
            if (members.get(i).contains(parent)) {
                remaps.computeIfAbsent(child, name -> new ArrayList<>())
                        .add(0, new Remap(i + 1, reference.when(), reference.none()));
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

    /** The columns that hold ids of a domain, by table, with the condition under which they do. */
    Map<String, Map<String, Remap>> columnsOf(IdDomain domain) {
        Map<String, Map<String, Remap>> columns = new LinkedHashMap<>();
        remaps.entrySet().stream()
                .sorted(Comparator.comparing(column -> column.getKey().toString()))
                .forEach(column -> column.getValue().stream()
                        .filter(remap -> remap.domain() == domain.number())
                        .forEach(remap -> columns.computeIfAbsent(
                                        column.getKey().table(), table -> new LinkedHashMap<>())
                                .put(column.getKey().column(), remap)));
        return columns;
    }

    /** The column of a domain that takes the least numbers; empty if all take every number of 64 bits. */
    Optional<ColumnName> narrowest(IdDomain domain) {
        return remaps.entrySet().stream()
                .filter(column -> column.getValue().stream().anyMatch(remap -> remap.domain() == domain.number()))
                .map(Map.Entry::getKey)
                .filter(name -> column(name).maximum() != null)
                .min(Comparator.comparing(name -> requireNonNull(column(name).maximum())));
    }

    /** The greatest number that all columns of a domain take. */
    long capacity(IdDomain domain) {
        return narrowest(domain).map(name -> column(name).maximum()).orElse(Long.MAX_VALUE);
    }

    /** The narrowest column with its type, for messages. */
    String narrowestText(IdDomain domain) {
        return narrowest(domain)
                .map(name -> name + " (" + column(name).type() + ")")
                .orElse(domain.name());
    }
}
