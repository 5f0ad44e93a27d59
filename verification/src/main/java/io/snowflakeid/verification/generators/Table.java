package io.snowflakeid.verification.generators;

import java.util.List;
import java.util.stream.Stream;

/** One benchmark of {@link OneId}. */
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

    /** Whether calls come without a break, and so need more bits of sequence than 12. */
    final boolean wide;

    /** Whether each call comes after a rest. */
    final boolean afterARest;

    Table(String method, String title, String unit, int nanosInUnit, boolean wide, boolean afterARest) {
        this.method = method;
        this.title = title;
        this.unit = unit;
        this.nanosInUnit = nanosInUnit;
        this.wide = wide;
        this.afterARest = afterARest;
    }

    /** The table of a benchmark, by the full name of its method. */
    static Table of(String benchmark) {
        return Stream.of(values())
                .filter(table -> benchmark.endsWith("." + table.method))
                .findFirst()
                .orElseThrow();
    }

    /** Those that are measured: without a break the ones that do not wait for the clock, seldom ours and the two fastest peers. */
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
