package io.snowflakeid.benchmarks.generators;

import java.util.List;
import java.util.stream.Stream;

/** One benchmark of {@link OneId}. */
enum Table {
    ONE_THREAD("oneThread", "one thread without a break", "ns per id", 1),
    TWO_THREADS("twoThreads", "two threads without a break", "ns per id", 1),
    FRESH("freshMillisecond", "1,000 ids in a millisecond that has just begun", "ns per id", 1),
    TEN_THOUSAND("tenThousand", "10,000 ids at once after a rest", "us for all", 1_000),
    SELDOM("seldom", "one id in a millisecond", "ns per id", 1);

    private final String method;
    private final String title;
    private final String unit;
    private final int nanosInUnit;

    Table(String method, String title, String unit, int nanosInUnit) {
        this.method = method;
        this.title = title;
        this.unit = unit;
        this.nanosInUnit = nanosInUnit;
    }

    String method() {
        return method;
    }

    String title() {
        return title;
    }

    String unit() {
        return unit;
    }

    double inUnit(double nanos) {
        return nanos / nanosInUnit;
    }

    /** Who is measured: without a break only who does not wait for the clock, seldom only ours and the two fastest peers. */
    List<Generator> generators(List<Generator> wanted) {
        Stream<Generator> those = wanted.stream();
        return switch (this) {
            case ONE_THREAD, TWO_THREADS -> those.filter(Generator::isWide).toList();
            case FRESH, TEN_THOUSAND -> those.toList();
            case SELDOM ->
                those.filter(each -> List.of(Generator.SNOWFLAKEID, Generator.AGRONA, Generator.MYBATIS_PLUS)
                                .contains(each))
                        .toList();
        };
    }
}
