package io.snowflakeid.verification.generators;

import io.snowflakeid.verification.performance.Measured;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The maximum ratio of one generator's figure to another generator's figure. */
record Target(Table table, Generator ours, Generator to, double most) {

    static final List<Target> ALL = List.of(
            new Target(Table.ONE_THREAD, Generator.SNOWFLAKEID, Generator.PUBLISHED_CLOCK, 1.10),
            new Target(Table.ONE_THREAD, Generator.SNOWFLAKEID_LEASED, Generator.PUBLISHED_CLOCK, 1.25),
            new Target(Table.FRESH, Generator.SNOWFLAKEID, Generator.AGRONA, 1 / 3.0),
            new Target(Table.FRESH, Generator.SNOWFLAKEID, Generator.MYBATIS_PLUS, 1 / 1.3),
            new Target(Table.TWO_THREADS, Generator.SNOWFLAKEID, Generator.ATOMIC_LONG, 1 / 0.8),
            new Target(Table.TWO_THREADS, Generator.SNOWFLAKEID, Generator.AGRONA, 1 / 4.0),
            new Target(Table.TEN_THOUSAND, Generator.SNOWFLAKEID, Generator.AGRONA, 1 / 150.0));

    static boolean hasOneFor(Table table, Generator generator) {
        return ALL.stream().anyMatch(each -> each.table == table && (each.ours == generator || each.to == generator));
    }

    String title() {
        return ours.title + " to " + to.title + ", " + table.title;
    }

    Optional<Measured> measured(Map<Table, Map<Generator, Measured>> results) {
        Map<Generator, Measured> of = results.getOrDefault(table, Map.of());
        return Optional.ofNullable(of.get(to))
                .flatMap(other -> Optional.ofNullable(of.get(ours)).map(mine -> mine.ratioTo(other)));
    }
}
