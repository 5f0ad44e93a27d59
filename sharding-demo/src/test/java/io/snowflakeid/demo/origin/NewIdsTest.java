package io.snowflakeid.demo.origin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.demo.origin.NewIds.Proof;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class NewIdsTest {

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final SnowflakeLayout DEFAULT = SnowflakeLayout.DEFAULT;
    private static final long FIRST = DEFAULT.minIdAt(NOW);

    @Test
    void startsAboveACounter() {
        NewIds ours = ours("DEFAULT", LongStream.rangeClosed(1, 50));

        assertThat(ours.areAbove()).isTrue();
        assertThat(ours.proof()).isEqualTo(Proof.BY_RANGE);
        assertThat(ours.start())
                .containsSubsequence(
                        "DEFAULT = 41x1ms/0/10/12@2010-11-04T01:42:54.657Z",
                        "would start at " + FIRST + " now",
                        "end at 9223372036854775807 on 2080-07-10T00:00:00Z");
        assertThat(ours.sentences())
                .satisfiesExactly(
                        sentence -> assertThat(sentence)
                                .isEqualTo("Above the largest number that is stored, 50, by " + (FIRST - 50) + "."),
                        sentence -> assertThat(sentence)
                                .contains("cannot meet", "all that are stored are below all of ours"),
                        sentence -> assertThat(sentence)
                                .startsWith("If a counter goes on beside ours")
                                .containsSubsequence(
                                        "at 1,000,000 ids a second it reaches the first of ours in 67,320 years",
                                        "MySQL's and MariaDB's AUTO_INCREMENT goes on from the largest id of the table",
                                        "see docs/migration.md"));
    }

    @Test
    void saysHowLongAgoTheLargestWouldHaveBeenMadeAndUntilWhenOldOnesMayGoOn() {
        SnowflakeLayout shardingSphere = SnowflakeLayout.parse("41x1ms/0/10/12@2016-11-01T00:00:00Z");
        NewIds ours = ours(
                "DEFAULT",
                LongStream.rangeClosed(0, 99)
                        .map(i -> shardingSphere.minIdAt(NOW.minus(Duration.ofHours(i))) | (1 << 12)));

        assertThat(ours.proof()).isEqualTo(Proof.BY_RANGE);
        assertThat(ours.sentences())
                .anySatisfy(sentence -> assertThat(sentence)
                        .startsWith("Above the largest number that is stored, 1331231824281604096, by "
                                + (FIRST - 1331231824281604096L))
                        .contains("made that one on 2020-11-24T13:42:54Z, 5 years ago"))
                .anySatisfy(sentence -> assertThat(sentence)
                        .startsWith("If the old ones go on beside ours, as ShardingSphere's SNOWFLAKE")
                        .containsSubsequence(
                                "they reach the first of ours on 2032-11-19T10:17:05Z", "must have stopped before"));
    }

    @Test
    void saysFromWhenItWouldBeAboveAndWhichEpochIs() {
        SnowflakeLayout ahead = SnowflakeLayout.parse("41x1ms/0/10/12@2009-11-04T01:42:54.657Z");
        NewIds ours = ours("DEFAULT", LongStream.of(ahead.minIdAt(NOW)));

        assertThat(ours.areAbove()).isFalse();
        assertThat(ours.proof()).isEqualTo(Proof.NONE);
        assertThat(ours.sentences())
                .anySatisfy(sentence -> assertThat(sentence)
                        .startsWith("NOT above the largest number that is stored, " + ahead.minIdAt(NOW))
                        .containsSubsequence(
                                "but " + (ahead.minIdAt(NOW) - FIRST) + " below it",
                                "from 2027-11-22T12:00:00Z on, in 366 days"))
                .anySatisfy(sentence -> assertThat(sentence)
                        .startsWith("With an earlier epoch they would be above it now")
                        .containsSubsequence(
                                "30 days ahead", "41x1ms/0/10/12@2009-10-05T00:00:00Z", "ends on 2079-06-11T00:00:00Z"))
                .contains("That ids of ours meet some that are stored cannot be excluded.");
        SnowflakeLayout advised = SnowflakeLayout.parse("41x1ms/0/10/12@2009-10-05T00:00:00Z");
        assertThat(new NewIds("advised", advised, ours.origin(), true, null, NOW).areAbove())
                .isTrue();
    }

    @Test
    void namesPresetsWhereNoEpochHelps() {
        assertThat(ours("JAVASCRIPT_SAFE", LongStream.of(FIRST - 5)).sentences())
                .contains(
                        "NOT above the largest number that is stored, " + (FIRST - 5) + ", but "
                                + (FIRST - 5 - SnowflakeLayout.JAVASCRIPT_SAFE.minIdAt(NOW))
                                + " below it: no id of this layout ever will be.",
                        "No epoch lifts them above it; these presets are: DEFAULT, TWITTER, GAME_SERVERS.");
        assertThat(ours("DEFAULT", LongStream.of(Long.MAX_VALUE)).sentences())
                .contains("No epoch lifts them above it, nor is any preset: take a new column, or a new table.");
    }

    /** The ids of a uid-generator that began in 2021 lie above ours for decades. */
    @Test
    void runsThroughAGap() {
        SnowflakeLayout uid = SnowflakeLayout.parse("28x1000ms/0/22/13@2016-05-20T00:00:00Z");
        LongStream since2021 = LongStream.range(0, 100)
                .map(i -> uid.minIdAt(Instant.parse("2021-01-01T00:00:00Z").plus(Duration.ofDays(14 * i))) | (3 << 13));
        Origin origin = origin(since2021);
        BigInteger least = new BigInteger(origin.parts().get(0).least());
        NewIds ours = new NewIds("DEFAULT", DEFAULT, origin, true, least, NOW);

        assertThat(ours.areAbove()).isFalse();
        assertThat(ours.proof()).isEqualTo(Proof.BY_GAP);
        assertThat(ours.sentences())
                .anySatisfy(sentence -> assertThat(sentence)
                        .startsWith("But none is stored from the first of ours up to " + least)
                        .containsSubsequence(
                                "through that gap until 2048-09-04T23:24:40Z",
                                "meet none before",
                                "once nothing else inserts"));
    }

    @Test
    void rowsOfTheSameBitsDifferByTheirWorkersAtMost() {
        NewIds ours = ours(
                "DEFAULT",
                LongStream.rangeClosed(0, 99)
                        .map(i -> DEFAULT.minIdAt(NOW.plusSeconds(60).minus(Duration.ofHours(i))) | (7 << 12)));

        assertThat(ours.areAbove()).isFalse();
        assertThat(ours.sentences())
                .anySatisfy(sentence -> assertThat(sentence)
                        .startsWith("If the old ones go on beside ours")
                        .containsSubsequence(
                                "as DEFAULT, TWITTER; MyBatis-Plus, hutool, Leaf, Twitter's Snowflake",
                                "they meet unless no worker id is in both"));
    }

    @Test
    void provesNothingByTheLargestTextThatWasRead() {
        Origin origin = origin(LongStream.of(5, 7));
        NewIds ours = new NewIds("DEFAULT", DEFAULT, origin, false, null, NOW);

        assertThat(ours.proof()).isEqualTo(Proof.NONE);
        assertThat(ours.sentences())
                .anySatisfy(sentence -> assertThat(sentence)
                        .startsWith("Not every row was read and understood")
                        .containsSubsequence("texts are not ordered as numbers are", "none is above cannot be told"));
    }

    @Test
    void provesNothingByTextsThatItDoesNotUnderstand() {
        List<SampledId> rows = List.of(new SampledId("A-17", null));
        Origin origin = Origin.of(new Sample(List.of(rows), true, null), IdFormat.DECIMAL, DEFAULT, NOW);
        NewIds ours = new NewIds("DEFAULT", DEFAULT, origin, true, null, NOW);

        assertThat(ours.proof()).isEqualTo(Proof.NONE);
        assertThat(ours.sentences())
                .containsExactly("No number was read that they could meet, but not every row was read and understood.");
    }

    @Test
    void anEmptyTableIsNoObstacle() {
        NewIds ours = ours("DEFAULT", LongStream.empty());

        assertThat(ours.proof()).isEqualTo(Proof.BY_RANGE);
        assertThat(ours.sentences()).containsExactly("No number is stored that they could meet.");
    }

    @Test
    void refusesALayoutThatMakesNoIdsNow() {
        SnowflakeLayout over = SnowflakeLayout.parse("28x1000ms/0/22/13@2016-05-20T00:00:00Z");
        Origin none = origin(LongStream.empty());

        assertThatThrownBy(() -> new NewIds("it", over, none, true, null, NOW))
                .hasMessageContainingAll(
                        "layout 28x1000ms/0/22/13@2016-05-20T00:00:00Z makes no ids now",
                        "from 2016-05-20T00:00:00Z to 2024-11-20T21:24:16Z",
                        "take one that does");
    }

    private static NewIds ours(String name, LongStream stored) {
        return new NewIds(name, SnowflakeLayout.parse(name), origin(stored), true, null, NOW);
    }

    private static Origin origin(LongStream stored) {
        List<SampledId> rows =
                stored.sorted().mapToObj(id -> new SampledId("" + id, null)).toList();
        return Origin.of(new Sample(List.of(rows), true, null), IdFormat.DECIMAL, DEFAULT, NOW);
    }
}
