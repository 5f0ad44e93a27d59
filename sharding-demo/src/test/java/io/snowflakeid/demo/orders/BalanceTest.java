package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BalanceTest {

    @Test
    void isOneWhenAllShardsHoldTheSame() {
        assertThat(Balance.of(new int[] {5, 5, 5, 5})).isEqualTo(1);
    }

    @Test
    void isTheFullestShardInTermsOfTheMean() {
        assertThat(Balance.of(new int[] {3, 1, 0, 0})).isEqualTo(3);
    }

    @Test
    void isTheNumberOfShardsWhenOneHoldsAll() {
        assertThat(Balance.of(new int[] {0, 0, 9, 0})).isEqualTo(4);
    }

    @Test
    void isZeroWithoutRows() {
        assertThat(Balance.of(new int[64])).isEqualTo(0);
    }

    @Test
    void sendsNearlyAllTextbookIdsToOneShard() {
        int[] rows = Balance.ofTextbookGenerator(30_000, 64, 1);

        assertThat(Arrays.stream(rows).sum()).isEqualTo(30_000);
        // Poisson arrivals, L = 0.1 ids per ms: the share of sequence 0 is (1 - e^-L) / L
        assertThat(rows[0] / 30_000.0).isCloseTo((1 - Math.exp(-0.1)) / 0.1, within(0.005));
        assertThat(Balance.of(rows)).isGreaterThan(10);
    }
}
