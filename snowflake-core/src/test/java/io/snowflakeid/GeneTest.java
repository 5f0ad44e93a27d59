package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.testing.Snippets;
import java.time.Instant;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneTest {

    @Test
    void thePageShowsCodeThatRuns() {
        Snippets.areAllFound("docs/gene.md", "src/test/java");
    }

    /** The vectors that docs/gene.md publishes; rows that were routed by them exist, so they never change. */
    @ParameterizedTest
    @CsvSource({"0, 0", "1, 45", "2, 14", "42, 32", "-1, 25", "9223372036854775807, 42", "1234567890123456789, 39"})
    void numbersKeepTheirGene(long key, long gene) {
        assertThat(Gene.of(key, 6)).isEqualTo(gene);
    }

    @ParameterizedTest
    @CsvSource({"'', 59", "a, 32", "42, 32", "user-1001, 21", "über, 20", "用户, 14"})
    void textsKeepTheirGene(String key, long gene) {
        assertThat(Gene.of(key, 6)).isEqualTo(gene);
    }

    @Test
    void finalizerIsTheOneOfMurmurHash3() {
        assertThat(Gene.fmix64(1)).isEqualTo(0xb456bcfc34c2cb2cL);
    }

    @Test
    void skewedIdsHaveEvenGenes() {
        SnowflakeLayout layout = SnowflakeLayout.DEFAULT;
        long start = layout.tickAt(Instant.parse("2026-01-01T00:00:00Z"));
        long[] counts = new long[64];
        // one user id a millisecond, sequence 0 and worker 1 always: 22 constant low bits
        LongStream.range(0, 64_000).forEach(i -> counts[(int) Gene.of(((start + i) << 22) | (1 << 12), 6)]++);
        assertThat(LongStream.of(counts).max().orElseThrow()).isLessThan(1_150);
        assertThat(LongStream.of(counts).min().orElseThrow()).isGreaterThan(850);
    }

    @Test
    void wholeNumbersOfAnyTypeHaveOneGene() {
        assertThat(Gene.ofKey(42, 6)).isEqualTo(Gene.of(42L, 6));
        assertThat(Gene.ofKey((short) 42, 6)).isEqualTo(Gene.of(42L, 6));
        assertThat(Gene.ofKey("42", 6)).isEqualTo(Gene.of("42", 6));
    }

    @Test
    void otherKeysAreRefusedByType() {
        assertThatThrownBy(() -> Gene.ofKey(4.2, 6))
                .hasMessageStartingWith(
                        "a gene is taken from a whole number or a text, but the key is a java.lang.Double");
        assertThatThrownBy(() -> Gene.ofKey(null, 6)).hasMessageContaining("but the key is null");
        assertThatThrownBy(() -> Gene.of(1, 64)).hasMessage("bits must be between 0 and 63, but is 64");
    }

    @Test
    void noBitsGiveNoGene() {
        assertThat(Gene.of(42, 0)).isZero();
    }
}
