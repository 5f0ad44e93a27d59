package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentNumberTest {

    private static final long ID = 2_123_748_188_476_166_151L;

    @Test
    void isThePaymentsIdInLettersAndDigitsThatCanBeReadOut() {
        assertThat(PaymentNumber.of(ID)).isEqualTo("1TY8H-Q6Q80-M07");
        assertThat(PaymentNumber.of(7)).isEqualTo("00000-00000-007");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1TY8H-Q6Q80-M07", "1ty8hq6q80m07", " 1TY8H Q6Q80 M07 ", "ITY8H-Q6Q8O-MO7", "lty8h-q6q8o-mo7"})
    void isReadAsPeopleWriteIt(String heard) {
        assertThat(PaymentNumber.parse(heard)).isEqualTo(ID);
    }

    @Test
    void leadsToTheShardOfItsId() {
        assertThat(OrdersScenario.LAYOUT.geneIn(PaymentNumber.parse(PaymentNumber.of(ID))))
                .isEqualTo(ID & 63);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1TY8H-Q6Q80-M0", "1TY8H-Q6Q80-M077", "1TY8H-Q6Q80-M0U", "ZZZZZ-ZZZZZ-ZZZ"})
    void refusesWhatIsNone(String heard) {
        assertThatThrownBy(() -> PaymentNumber.parse(heard)).isInstanceOf(IllegalArgumentException.class);
    }
}
