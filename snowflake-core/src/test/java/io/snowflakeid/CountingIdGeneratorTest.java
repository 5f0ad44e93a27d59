package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.NoSuchElementException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CountingIdGeneratorTest {

    private static final SnowflakeLayout WITH_GENE = SnowflakeLayout.DEFAULT.withGene(6);

    @Test
    void theGeneLiesBelowTheCount() {
        IdGenerator ids = CountingIdGenerator.from(WITH_GENE, 1001);
        assertThat(ids.nextId(17)).isEqualTo(1001 * 64 + 17);
        assertThat(ids.nextId()).isEqualTo(1002 * 64);
        assertThat(WITH_GENE.geneIn(ids.nextId(63))).isEqualTo(63);
    }

    @Test
    void aGeneThatDoesNotFitIsRefusedAndTakesNoNumber() {
        IdGenerator ids = CountingIdGenerator.from(WITH_GENE, 1);
        assertThatThrownBy(() -> ids.nextId(64)).hasMessageStartingWith("gene 64 does not fit into 6 bits (0..63)");
        IdBatch batch = ids.reserve(1);
        assertThatThrownBy(() -> batch.next(-1)).hasMessageStartingWith("gene -1 does not fit");
        assertThat(batch.next(1)).isEqualTo(65);
        assertThatThrownBy(() -> CountingIdGenerator.from(1).nextId(1))
                .hasMessageStartingWith("gene 1 does not fit into 0 bits");
    }

    @Test
    void aBatchIsARowOfItsOwn() {
        IdGenerator ids = CountingIdGenerator.from(10);
        IdBatch batch = ids.reserve(3);
        assertThat(ids.nextId()).isEqualTo(13);
        assertThat(batch.remaining()).isEqualTo(3);
        assertThat(LongStream.generate(batch::next).limit(3)).containsExactly(10L, 11L, 12L);
        assertThatThrownBy(batch::next).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(() -> ids.reserve(0)).hasMessage("count must be between 1 and 2147483647, but is 0");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, 1L << 53})
    void aFirstNumberOutsideTheLayoutIsRefused(long first) {
        assertThatThrownBy(() -> CountingIdGenerator.from(SnowflakeLayout.JAVASCRIPT_SAFE, first))
                .hasMessage("first must be between 1 and 9007199254740991, but is " + first);
    }
}
