package io.snowflakeid.verification.generators;

import java.util.List;
import java.util.stream.Stream;

/** A benchmark of {@link OneId}, with the title and the unit of its results. */
enum Table {
    ONE_THREAD("oneThread", "one thread without a break", "ns per id", 1, true, false),
    TWO_THREADS("twoThreads", "two threads without a break", "ns per id", 1, true, false),
    FRESH("freshMillisecond", "1,000 ids in a millisecond that has just begun", "ns per id", 1, false, false),
    TEN_THOUSAND("tenThousand", "10,000 ids at once after a rest", "us for all", 1_000, false, true),
    SELDOM("seldom", "one id in a millisecond", "ns per id", 1, false, true);

    final String method;
    final String title;
    final String unit;
    final int nanosInUnit;

    /** True if the benchmark needs a generator with more than 12 sequence bits. */
    final boolean wide;

    /** Whether each call comes after a pause. */
    final boolean afterPause;

    Table(String method, String title, String unit, int nanosInUnit, boolean wide, boolean afterPause) {
        this.method = method;
        this.title = title;
        this.unit = unit;
        this.nanosInUnit = nanosInUnit;
        this.wide = wide;
        this.afterPause = afterPause;
    }

    static Table of(String benchmark) {
        return Stream.of(values())
                .filter(table -> benchmark.endsWith("." + table.method))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the generators in this table. */
    List<Generator> generators(List<Generator> wanted) {
        Stream<Generator> those = wanted.stream();
        return switch (this) {
            case ONE_THREAD, TWO_THREADS ->
                those.filter(generator -> generator.wide).toList();
            case FRESH, TEN_THOUSAND -> those.toList();
            case SELDOM ->
                those.filter(each -> List.of(Generator.SNOWFLAKEID, Generator.AGRONA, Generator.MYBATIS_PLUS)
                                .contains(each))
                        .toList();
        };
    }
}
