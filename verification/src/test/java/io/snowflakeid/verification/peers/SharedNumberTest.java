package io.snowflakeid.verification.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SharedNumberTest {

    @Test
    void isTheBirthdayProblem() {
        assertThat(SharedNumber.chance(23, 365)).isCloseTo(0.507, within(0.001));
        assertThat(SharedNumber.chance(8, 32)).isCloseTo(0.614, within(0.001));
    }

    @Test
    void isNoneForOneProcessAndCertainForMoreProcessesThanNumbers() {
        assertThat(SharedNumber.chance(1, 32)).isZero();
        assertThat(SharedNumber.chance(33, 32)).isEqualTo(1);
        assertThat(SharedNumber.chance(64, 32)).isEqualTo(1);
    }
}
