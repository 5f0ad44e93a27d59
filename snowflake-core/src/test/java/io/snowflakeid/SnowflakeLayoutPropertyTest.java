package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SnowflakeLayoutPropertyTest {

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    @Property
    void decodeReadsWhatEncodeWrote(
            @ForAll("layouts") SnowflakeLayout layout, @ForAll long a, @ForAll long b, @ForAll long c) {
        DecodedId fields = new DecodedId(
                layout.timestampOf(layout.tickAt(now)),
                a & layout.maxDatacenter(),
                b & layout.maxWorker(),
                c & SnowflakeLayout.mask(layout.sequenceBits()),
                (a ^ b ^ c) & layout.maxGene());
        assertThat(layout.decode(layout.encode(fields))).isEqualTo(fields);
    }

    @Property
    void encodeWritesWhatDecodeRead(@ForAll("layouts") SnowflakeLayout layout, @ForAll long bits) {
        long newest = layout.maxIdAt(now);
        long id = Math.floorMod(bits, newest);
        assertThat(layout.encode(layout.decode(id))).isEqualTo(id);
    }

    @Property
    void idsSortByTimeAndStayBelowTheirBounds(@ForAll("layouts") SnowflakeLayout layout, @ForAll long bits) {
        long id = Math.floorMod(bits, layout.maxIdAt(now));
        Instant made = layout.decode(id).timestamp();
        assertThat(id).isBetween(layout.minIdAt(made), layout.maxIdAt(made));
    }

    @Property
    void specsAreReadBack(@ForAll("layouts") SnowflakeLayout layout) {
        assertThat(SnowflakeLayout.parse(layout.spec())).isEqualTo(layout);
        assertThat(layout.spec()).matches("[!-~]{1,120}"); // what a ledger's column holds
    }

    private static Arbitrary<int[]> widths() {
        return Combinators.combine(bits(1, 62), bits(0, 31), bits(0, 31), bits(1, 31), bits(0, 20))
                .as((t, d, w, s, g) -> new int[] {t, d, w, s, g});
    }

    /** Every valid layout with at least 24 timestamp bits, which last until now under the epochs that are drawn. */
    @Provide
    Arbitrary<SnowflakeLayout> layouts() {
        Arbitrary<Integer> tick = Arbitraries.of(1, 10, 100, 1000, 60_000);
        Arbitrary<Integer> age = Arbitraries.integers().between(0, 16_000);
        return Combinators.combine(widths(), tick, age)
                .as((w, t, seconds) -> new Object[] {w, t, seconds})
                .filter(drawn -> fits((int[]) drawn[0]))
                .map(drawn -> layout((int[]) drawn[0], (int) drawn[1], (int) drawn[2]));
    }

    private static boolean fits(int[] w) {
        return w[0] >= 24 && w[0] + w[1] + w[2] + w[3] + w[4] <= 63;
    }

    private SnowflakeLayout layout(int[] w, int tickMillis, int ageSeconds) {
        return new SnowflakeLayout(
                now.minusSeconds(ageSeconds), Duration.ofMillis(tickMillis), w[0], w[1], w[2], w[3], w[4]);
    }

    private static Arbitrary<Integer> bits(int least, int most) {
        return Arbitraries.integers().between(least, most);
    }
}
