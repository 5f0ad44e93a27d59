package io.snowflakeid.demo.origin;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.DecodedId;
import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.demo.origin.Candidate.Strength;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OriginTest {

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final Instant YEARS_AGO = NOW.minus(Duration.ofDays(800));
    private static final int IDS = 400;

    private static final long TWITTER = 1_288_834_974_657L;
    private static final long OF_2026 = 1_767_225_600_000L;
    private static final long SONY = 1_409_529_600_000L;

    /** The milliseconds since 1970 of ids, evenly from then until a minute ago. */
    private static LongStream millis(Instant from) {
        long first = from.toEpochMilli();
        long range = NOW.minusSeconds(60).toEpochMilli() - first;
        return LongStream.range(0, IDS).map(i -> first + range * i / (IDS - 1));
    }

    // ---- by formula, as each maker documents it: from milliseconds to an id of worker 1, 2 or 3

    private static final Random RANDOM = new Random(7);

    private static long worker() {
        return 1L + RANDOM.nextInt(3);
    }

    private static int below(int bound) {
        return RANDOM.nextInt(bound);
    }

    private static long id(long ticks, int tickShift, long middle, int middleShift, long low) {
        return (ticks << tickShift) | (middle << middleShift) | low;
    }

    static Stream<Arguments> makers() {
        return Stream.of(
                made("DEFAULT, TWITTER; MyBatis-Plus", ms -> id(ms - TWITTER, 22, worker(), 12, below(4))),
                made("GAME_SERVERS", ms -> id(ms - TWITTER, 22, worker(), 10, below(1024))),
                made("GAME_SERVERS_MAX", ms -> id((ms - TWITTER) / 100, 28, worker(), 8, below(256))),
                made("KUBERNETES", ms -> id((ms - OF_2026) / 1000, 35, worker(), 11, below(2048))),
                made("SONYFLAKE_LIKE", ms -> id((ms - SONY) / 10, 24, worker(), 8, below(256))),
                made("JAVASCRIPT_SAFE", ms -> id((ms - TWITTER) / 10, 15, worker(), 8, below(256))),
                made("UID_GENERATOR_LIKE", ms -> id((ms - OF_2026) / 1000, 35, worker(), 13, below(99))),
                made("ShardingSphere's SNOWFLAKE", ms -> id(ms - 1_477_958_400_000L, 22, worker(), 12, below(2))),
                made("TSID", ms -> id(ms - 1_577_836_800_000L, 22, worker(), 12, below(4096))),
                made("CosId", ms -> id(ms - 1_577_203_200_000L, 22, worker(), 12, below(4096))),
                made("Instagram's shards", ms -> id(ms - 1_314_220_021_721L, 23, worker(), 10, below(1024))),
                made("Sonyflake 1", ms -> id((ms - SONY) / 10, 24, below(3), 16, worker())),
                made("Sonyflake 2", ms -> id((ms - 1_735_689_600_000L) / 10, 24, below(3), 16, worker())));
    }

    private static Arguments made(String name, LongUnaryOperator id) {
        return Arguments.of(name, id);
    }

    private static Instant began(String maker) {
        return maker.equals("KUBERNETES") || maker.equals("UID_GENERATOR_LIKE")
                ? Instant.parse("2026-02-01T00:00:00Z")
                : maker.equals("Sonyflake 2") ? Instant.parse("2025-03-01T00:00:00Z") : YEARS_AGO;
    }

    @ParameterizedTest
    @MethodSource("makers")
    void isAmongThoseWithGoodEvidenceWithoutATimeOfCreation(String maker, LongUnaryOperator id) {
        Origin origin = origin(millis(began(maker))
                .map(id)
                .mapToObj(made -> new SampledId("" + made, null))
                .toList());

        assertThat(origin.parts()).hasSize(1);
        assertThat(origin.parts().get(0).candidates())
                .filteredOn(candidate -> candidate.makers().startsWith(maker))
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.strength()).isEqualTo(Strength.GOOD);
                    assertThat(found.workers()).isEqualTo(3);
                });
    }

    @ParameterizedTest
    @MethodSource("makers")
    void isFirstWithTheTimeOfCreation(String maker, LongUnaryOperator id) {
        Origin origin = origin(millis(began(maker))
                .mapToObj(ms -> new SampledId("" + id.applyAsLong(ms), Instant.ofEpochMilli(ms + ms % 1500)))
                .toList());

        List<Candidate> strong = origin.parts().get(0).candidates().stream()
                .filter(candidate -> candidate.strength() == Strength.STRONG)
                .toList();
        assertThat(strong).anySatisfy(found -> assertThat(found.makers()).startsWith(maker));
        assertThat(strong)
                .as("all that cannot be told apart read the same times")
                .allSatisfy(found -> assertThat(Duration.between(strong.get(0).last(), found.last())
                                .abs())
                        .isLessThan(Duration.ofSeconds(2)));
    }

    /** By default it ran out in November 2024, so no row can be of now. */
    @Test
    void tellsUidGeneratorByTheTimeOfCreation() {
        Instant end = Instant.parse("2024-11-01T00:00:00Z");
        Origin origin = origin(LongStream.range(0, IDS)
                .map(i -> end.toEpochMilli() - i * 3_600_000)
                .mapToObj(ms -> new SampledId(
                        "" + id((ms - 1_463_702_400_000L) / 1000, 35, worker(), 13, below(9)),
                        Instant.ofEpochMilli(ms)))
                .toList());

        Candidate first = origin.parts().get(0).candidates().get(0);
        assertThat(first.makers()).isEqualTo("uid-generator by default");
        assertThat(first.reasons())
                .contains("3 workers of 4,194,304 possible: 1, 2, 3")
                .anyMatch(reason -> reason.startsWith("this layout ran out in November 2024"));
    }

    @Test
    void everyPresetOfOursIsKnown() {
        assertThat(SnowflakeLayout.presets().values())
                .allSatisfy(preset -> assertThat(KnownLayout.all()).anyMatch(known -> known.hasTheBitsOf(preset)));
    }

    @Test
    void everyGenePresetIsHeldAgainstTheIdsIfItIsGiven() {
        SnowflakeLayout own = SnowflakeLayout.DEFAULT.withGene(6);
        Origin origin = Origin.of(
                sample(millis(YEARS_AGO)
                        .map(ms -> own.encode(new DecodedId(Instant.ofEpochMilli(ms), 0, 5, 3, RANDOM.nextInt(64))))
                        .mapToObj(id -> new SampledId("" + id, null))
                        .toList()),
                IdFormat.DECIMAL,
                own,
                NOW);

        assertThat(origin.makers()).contains("the layout that you gave");
    }

    @Test
    void saysTheEvidenceInWords() {
        Origin origin = origin(millis(YEARS_AGO)
                .mapToObj(ms ->
                        new SampledId("" + id(ms - 1_477_958_400_000L, 22, 1, 12, 0), Instant.ofEpochMilli(ms + 1700)))
                .toList());

        Candidate first = origin.parts().get(0).candidates().get(0);
        assertThat(first.makers()).isEqualTo("ShardingSphere's SNOWFLAKE");
        assertThat(first.reasons())
                .satisfiesExactly(
                        reason -> assertThat(reason)
                                .startsWith("all 400 sampled ids")
                                .containsSubsequence(
                                        "from 2024-09-13T12:00:00Z to 2026-11-22T11:59:00Z",
                                        "the last of them within a week of now"),
                        reason -> assertThat(reason).isEqualTo("1 worker of 1,024 possible: 1"),
                        reason -> assertThat(reason)
                                .isEqualTo("all rows say to have been created at most 2 s from the time in the id"),
                        reason -> assertThat(reason)
                                .isEqualTo("its epoch is midnight in the zone of the machine, up to 14 h from the UTC"
                                        + " taken here"));
        assertThat(origin.parts().get(0).contradicted())
                .contains("DEFAULT, TWITTER; MyBatis-Plus, hutool, Leaf, Twitter's Snowflake");
    }

    @Test
    void findsTheHoursOfAZoneAndItsSummer() {
        Origin origin = origin(millis(YEARS_AGO)
                .mapToObj(ms -> new SampledId(
                        "" + id(ms - TWITTER, 22, 1, 12, 0),
                        Instant.ofEpochMilli(ms).plus(Duration.ofHours(ms / 86_400_000 % 365 > 180 ? 2 : 1))))
                .toList());

        Candidate first = origin.parts().get(0).candidates().get(0);
        assertThat(first.strength()).isEqualTo(Strength.STRONG);
        assertThat(first.reasons()).anyMatch(reason -> reason.endsWith(" throughout, as a time zone makes them"));
    }

    @Test
    void tellsThatBitsOfChanceAreNoWorkers() {
        Origin origin = origin(RANDOM.longs(IDS, 1L << 60, 1L << 61)
                .sorted()
                .mapToObj(id -> new SampledId("" + id, null))
                .toList());

        assertThat(origin.parts().get(0).candidates()).allSatisfy(found -> {
            assertThat(found.strength()).isEqualTo(Strength.WEAK);
            assertThat(found.reasons()).anyMatch(reason -> reason.endsWith("; as many as chance would give"));
        });
    }

    // ---- counters

    @Test
    void recognisesACounter() {
        Candidate found = onlyCandidate(LongStream.rangeClosed(1, IDS));

        assertThat(found.makers()).isEqualTo("a counter: AUTO_INCREMENT, IDENTITY or a sequence");
        assertThat(found.strength()).isEqualTo(Strength.GOOD);
        assertThat(found.reasons())
                .containsExactly(
                        "the numbers are small, and lie close together", "100% of 399 pairs of neighbours differ by 1");
    }

    @Test
    void recognisesACounterOfLargerSteps() {
        assertThat(onlyCandidate(LongStream.rangeClosed(1, IDS).map(i -> 2 * i)).reasons())
                .anySatisfy(reason -> assertThat(reason)
                        .startsWith("100% of 399 pairs of neighbours differ by 2")
                        .containsSubsequence(
                                "increments of 2", "auto_increment_increment", "a sequence without a pool"));
    }

    @Test
    void recognisesHibernatesPools() {
        assertThat(onlyCandidate(LongStream.rangeClosed(1, IDS).filter(i -> i % 50 < 30 && i % 50 > 0))
                        .reasons())
                .contains("every gap ends at 50·n + 1, as with Hibernate's pooled optimizer and increments of 50");
    }

    @Test
    void tellsACountersNumbersFromThoseOfAGenerator() {
        long first = SnowflakeLayout.DEFAULT.minIdAt(YEARS_AGO);
        Origin origin = origin(Stream.concat(
                        LongStream.rangeClosed(1, 50).boxed(),
                        millis(YEARS_AGO).mapToObj(ms -> SnowflakeLayout.DEFAULT.minIdAt(Instant.ofEpochMilli(ms))))
                .map(id -> new SampledId("" + id, null))
                .toList());

        assertThat(origin.parts()).extracting(Part::least).containsExactly("1", "" + first);
        assertThat(origin.parts()).extracting(Part::ids).containsExactly(50, IDS);
        assertThat(origin.parts().get(0).candidates().get(0).makers()).startsWith("a counter");
    }

    @Test
    void warnsOfAnAutoIncrementThatFollowsALargeId() {
        long first = SnowflakeLayout.DEFAULT.minIdAt(NOW.minusSeconds(60));

        assertThat(origin(LongStream.range(first, first + IDS)
                                .mapToObj(id -> new SampledId("" + id, null))
                                .toList())
                        .makers())
                .contains(
                        "AUTO_INCREMENT that goes on from a large id, as on MySQL and MariaDB after one was inserted");
    }

    // ---- texts

    @Test
    void recognisesUuidsAndTheirVersions() {
        Origin origin = origin(Stream.generate(UUID::randomUUID)
                .limit(20)
                .map(uuid -> new SampledId(uuid.toString(), null))
                .toList());

        assertThat(origin.parts().get(0).candidates().get(0).reasons())
                .containsExactly(
                        "all 20 sampled ids are UUIDs of version 4 (20)", "version 4 is random and holds no time");
        assertThat(origin.largest()).isNull();
    }

    @Test
    void recognisesObjectIds() {
        Origin origin = origin(List.of(
                new SampledId("65f1e2a80a1b2c3d4e5f6071", null), new SampledId("65f1e2a90a1b2c3d4e5f6072", null)));

        assertThat(origin.makers()).containsExactly("MongoDB's ObjectId");
        assertThat(origin.parts().get(0).candidates().get(0).reasons())
                .containsExactly("both sampled ids would be from 2024-03-13T17:30:16Z to 2024-03-13T17:30:17Z");
    }

    @Test
    void saysWhichTextsItDoesNotKnow() {
        Origin origin = origin(List.of(new SampledId("A-17", null), new SampledId("-4", null)));

        assertThat(origin.parts()).isEmpty();
        assertThat(origin.unreadable()).isEqualTo(2);
        assertThat(origin.example()).isEqualTo("A-17");
    }

    @Test
    void knowsTheLargestNumberAlsoIfItHas64Bits() {
        assertThat(origin(List.of(new SampledId("5", null), new SampledId("18446744073709551615", null)))
                        .largest())
                .isEqualTo("18446744073709551615");
    }

    private static Candidate onlyCandidate(LongStream ids) {
        Origin origin = origin(ids.mapToObj(id -> new SampledId("" + id, null)).toList());
        assertThat(origin.makers())
                .as("small numbers are no ids of a layout's first second")
                .hasSize(1);
        return origin.parts().get(0).candidates().get(0);
    }

    private static Origin origin(List<SampledId> rows) {
        return Origin.of(sample(rows), IdFormat.DECIMAL, SnowflakeLayout.DEFAULT, NOW);
    }

    private static Sample sample(List<SampledId> rows) {
        return new Sample(List.of(new ArrayList<>(rows)), true, null);
    }
}
