package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.TableConfig;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the columns that contain ids, and groups columns that contain equal ids.
 *
 * <p>A column contains ids if the column is an auto-increment column, is referenced by another column, or has an id mode in {@code merge.yaml}. This
 * class ignores key columns without ids, such as names or IP addresses.
 */
final class Domains {

    private static final Set<IdPolicy> ASKED = Set.of(IdPolicy.KEEP, IdPolicy.OFFSET, IdPolicy.MAP);

    private final Draft draft;

    /** The columns that define ids, such as referenced columns and auto-increment columns. */
    private final Set<ColumnName> parents = new LinkedHashSet<>();

    private final List<IdDomain> domains = new ArrayList<>();

    /** A reference between two integer columns. */
    private record IdLink(ReferencePlan reference, ColumnName column, ColumnName parent) {

        boolean always() {
            return reference.when() == null;
        }
    }

    Domains(Draft draft) {
        this.draft = draft;
    }

    /** Returns the groups of columns that contain equal ids. */
    List<IdDomain> read() {
        draft.main().tables().values().forEach(this::addOwnIds);
        List<IdLink> all = draft.plan.references().stream()
                .flatMap(reference -> reference.links().stream()
                        .filter(link -> isInteger(link.column()) && isInteger(link.parent()))
                        .map(link -> new IdLink(reference, link.column(), link.parent())))
                .toList();
        Collection<List<ColumnName>> groups = groups(all);
        List<IdLink> links =
                all.stream().filter(link -> parents.contains(link.parent())).toList();
        List<IdLink> always = links.stream().filter(IdLink::always).toList();
        groups.forEach(group -> addDomain(group, always));
        links.stream().filter(link -> !link.always()).forEach(this::addConditional);
        refuseIdsWithoutEffect();
        return domains;
    }

    private void addOwnIds(Table table) {
        List<String> counted = table.columns().stream()
                .filter(Column::autoIncrement)
                .map(Column::name)
                .toList();
        List<String> key = Draft.keyOf(table);
        // an id mode in merge.yaml applies to a key of one integer column that is not a reference
        boolean asked = counted.isEmpty()
                && ASKED.contains(draft.configOf(table.name()).ids())
                && key.size() == 1
                && table.column(key.get(0)).kind() == Column.Kind.INTEGER
                && draft.plan.referencesOf(table.name()).stream().noneMatch(reference -> reference.has(key.get(0)));
        for (String column : asked ? key : counted) {
            parents.add(new ColumnName(table.name(), column));
        }
    }

    private boolean isInteger(ColumnName name) {
        return draft.column(name).kind() == Column.Kind.INTEGER;
    }

    /**
     * Groups columns that are linked by references. In a single-column reference, the referring column and the referenced column contain ids. A
     * column of a multi-column reference contains ids only if its parent column contains ids.
     */
    private Collection<List<ColumnName>> groups(List<IdLink> links) {
        Map<ColumnName, ColumnName> groups = new LinkedHashMap<>();
        parents.forEach(id -> groups.put(id, id));
        int before;
        do {
            before = groups.size();
            links.stream()
                    .filter(link -> link.reference().columns().size() == 1 || groups.containsKey(link.parent()))
                    .forEach(link -> join(groups, link));
        } while (groups.size() > before);
        return groups.keySet().stream()
                .collect(Collectors.groupingBy(groups::get, LinkedHashMap::new, Collectors.toList()))
                .values();
    }

    private void join(Map<ColumnName, ColumnName> groups, IdLink link) {
        parents.add(link.parent());
        ColumnName group = groups.computeIfAbsent(link.parent(), parent -> parent);
        ColumnName joined = link.always() ? groups.computeIfAbsent(link.column(), id -> id) : group;
        groups.replaceAll((column, leader) -> leader.equals(joined) ? group : leader);
    }

    private void addDomain(List<ColumnName> group, List<IdLink> links) {
        List<ColumnName> referredTo = group.stream().filter(parents::contains).toList();
        List<ColumnName> roots = referredTo.stream()
                .filter(column -> links.stream().noneMatch(link -> link.column().equals(column)))
                .toList();
        // if the columns refer to each other in a cycle, each referenced column counts as an origin of ids
        IdDomain domain = domain(roots.isEmpty() ? referredTo : roots);
        domains.add(domain);
        for (ColumnName column : group) {
            List<Long> none = links.stream()
                    .filter(link -> link.column().equals(column))
                    .flatMap(link -> link.reference().none().stream())
                    .distinct()
                    .sorted()
                    .toList();
            draft.remaps.put(column, new ArrayList<>(List.of(new Remap(domain.number(), null, none))));
        }
    }

    /** Inserts a conditional rule before the earlier rules of a column, so that the new rule is tested first. */
    private void addConditional(IdLink link) {
        List<Remap> ofParent = draft.remaps.getOrDefault(link.parent(), List.of());
        int domain = ofParent.get(ofParent.size() - 1).domain();
        draft.remaps
                .computeIfAbsent(link.column(), name -> new ArrayList<>())
                .add(
                        0,
                        new Remap(
                                domain,
                                link.reference().when(),
                                link.reference().none()));
    }

    private IdDomain domain(List<ColumnName> roots) {
        IdPolicy policy = policy(roots);
        String why =
                ASKED.contains(policy) ? "asked for" : policy == IdPolicy.STATIC ? "means the same on all servers" : "";
        IdMode mode = policy == IdPolicy.AUTO ? IdMode.KEEP : IdMode.valueOf(policy.name());
        return new IdDomain(domains.size() + 1, roots.get(0).toString(), roots, mode, why, List.of());
    }

    private IdPolicy policy(List<ColumnName> roots) {
        List<IdPolicy> policies = roots.stream()
                .map(this::policy)
                .filter(policy -> policy != IdPolicy.AUTO)
                .distinct()
                .sorted()
                .toList();
        if (policies.size() > 1) {
            ColumnName first = roots.get(0);
            String what = "ids of " + roots
                    + " are the same, since a column refers to several of them, but are to be treated as " + policies
                    + ", and all of these tables must have the same ids";
            draft.wrong(first.toString(), what, "tables", draft.settingOf(first.table()));
        }
        return policies.isEmpty() ? IdPolicy.AUTO : policies.get(0);
    }

    /** Returns the id policy of the column's table. The policy is {@code STATIC} if the table's class is not {@code union}. */
    private IdPolicy policy(ColumnName root) {
        TableConfig config = draft.configOf(root.table());
        return config.tableClass() == TableClass.UNION ? config.ids() : IdPolicy.STATIC;
    }

    /** Reports id modes in {@code merge.yaml} that have no effect. */
    private void refuseIdsWithoutEffect() {
        Set<String> asked = draft.main().tables().keySet().stream()
                .filter(table -> ASKED.contains(draft.configOf(table).ids()))
                .map(draft::settingOf)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        domains.stream()
                .flatMap(domain -> domain.roots().stream())
                .forEach(root -> asked.remove(draft.settingOf(root.table())));
        String what = "ids: %s changes nothing, as the table has no ids of its own: its key is not one whole number, or"
                + " holds another table's ids and moves with them";
        asked.forEach(name -> draft.wrong(
                name, what.formatted(MergeConfig.word(draft.configOf(name).ids())), "tables", name));
    }
}
