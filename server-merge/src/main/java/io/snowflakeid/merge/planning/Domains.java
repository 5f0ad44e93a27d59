package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.TableConfig;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.schema.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which columns hold ids that are moved together.
 *
 * <p>A column is an id if the server counts it, if something refers to it, or if the operator says so. All other keys are values that
 * mean what they say (an IP address, a name, a slot) and stay.
 */
final class Domains {

    private final Game game;
    private final Tables tables;
    private final List<TablePlan> plans;
    private final List<ReferencePlan> references;
    private final Findings findings;
    private final AskedIds asked;

    /** The columns of each domain, unconditional ones, in the order of the domains. */
    private final List<List<ColumnName>> members = new ArrayList<>();

    private final List<IdDomain> domains = new ArrayList<>();
    private final Map<ColumnName, List<Remap>> remaps = new LinkedHashMap<>();

    Domains(Game game, Tables tables, List<TablePlan> plans, List<ReferencePlan> references, Findings findings) {
        this.game = game;
        this.tables = tables;
        this.plans = plans;
        this.references = references;
        this.findings = findings;
        asked = new AskedIds(game, tables, plans, references);
    }

    /** Domains without ranges; their mode is {@link IdMode#STATIC}, or one that the ranges still decide. */
    List<IdDomain> read() {
        ColumnGroups groups = new ColumnGroups();
        Set<ColumnName> children = new HashSet<>();
        Set<ColumnName> own = ownIds();
        Set<ColumnName> parents = new LinkedHashSet<>(own);
        own.forEach(groups::add);
        Set<ColumnName> ids = ids(own);
        for (ReferencePlan reference : references) {
            for (int i = 0; i < reference.columns().size(); i++) {
                ColumnName child =
                        new ColumnName(reference.table(), reference.columns().get(i));
                ColumnName parent = new ColumnName(
                        reference.parent(), reference.parentColumns().get(i));
                if (integer(child) && ids.contains(parent)) {
                    parents.add(parent);
                    groups.add(parent);
                    if (reference.when() == null) {
                        children.add(child);
                        groups.join(child, parent);
                    }
                }
            }
        }
        for (List<ColumnName> group : groups.groups()) {
            List<ColumnName> roots = group.stream()
                    .filter(column -> parents.contains(column) && !children.contains(column))
                    .toList();
            domains.add(domain(group, roots.isEmpty() ? circle(group, parents) : roots));
        }
        asked.refuseWhereThereAreNone(domains, findings);
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
            asked.keyOf(table).ifPresent(own::add);
        }
        return own;
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
                for (int i = 0; i < reference.columns().size(); i++) {
                    ColumnName parent = new ColumnName(
                            reference.parent(), reference.parentColumns().get(i));
                    if (integer(parent) && (reference.columns().size() == 1 || ids.contains(parent))) {
                        ids.add(parent);
                        if (reference.when() == null) {
                            ids.add(new ColumnName(
                                    reference.table(), reference.columns().get(i)));
                        }
                    }
                }
            }
        } while (ids.size() > before);
        return ids;
    }

    private static List<ColumnName> circle(List<ColumnName> group, Set<ColumnName> parents) {
        return group.stream().filter(parents::contains).toList();
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
                for (int i = 0; i < reference.columns().size(); i++) {
                    conditional(
                            reference,
                            new ColumnName(
                                    reference.table(), reference.columns().get(i)),
                            new ColumnName(
                                    reference.parent(),
                                    reference.parentColumns().get(i)));
                }
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
    List<TablePlan> withRemaps() {
        List<TablePlan> result = new ArrayList<>();
        for (TablePlan table : plans) {
            result.add(Plans.withColumns(
                    table,
                    table.columns().stream()
                            .map(column -> new ColumnPlan(
                                    column.column(),
                                    column.collationsDiffer(),
                                    column.charsetsDiffer(),
                                    List.copyOf(remaps.getOrDefault(
                                            new ColumnName(table.name(), column.name()), List.of())),
                                    column.follows()))
                            .toList()));
        }
        return result;
    }

    /** The greatest number that all columns of a domain take. */
    long capacity(IdDomain domain) {
        long capacity = Long.MAX_VALUE;
        for (ColumnName name : remaps.keySet()) {
            for (Remap remap : remaps.getOrDefault(name, List.of())) {
                Long maximum = column(name).maximum();
                if (remap.domain() == domain.number() && maximum != null) {
                    capacity = Math.min(capacity, maximum);
                }
            }
        }
        return capacity;
    }

    /** The columns that hold ids of a domain, by table, with the condition under which they do. */
    Map<String, Map<String, Remap>> columnsOf(IdDomain domain) {
        Map<String, Map<String, Remap>> columns = new LinkedHashMap<>();
        for (ColumnName name : remaps.keySet().stream()
                .sorted(Comparator.comparing(ColumnName::toString))
                .toList()) {
            for (Remap remap : remaps.getOrDefault(name, List.of())) {
                if (remap.domain() == domain.number()) {
                    columns.computeIfAbsent(name.table(), table -> new LinkedHashMap<>())
                            .put(name.column(), remap);
                }
            }
        }
        return columns;
    }

    /** The narrowest of its columns, for messages. */
    String narrowest(IdDomain domain) {
        long capacity = capacity(domain);
        for (ColumnName name : remaps.keySet()) {
            for (Remap remap : remaps.getOrDefault(name, List.of())) {
                Long maximum = column(name).maximum();
                if (remap.domain() == domain.number() && maximum != null && maximum == capacity) {
                    return name + " (" + column(name).type() + ")";
                }
            }
        }
        return domain.name();
    }
}
