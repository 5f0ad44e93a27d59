package io.snowflakeid.demo.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PaymentMapperTest {

    @Test
    void readsANumberAsItIsHeard() {
        long id = 710_123_456_789_012_345L;
        String number = PaymentMapper.numberOf(id);
        assertThat(number).matches("[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{3}");
        assertThat(PaymentMapper.idOf(number)).isEqualTo(id);
        assertThat(PaymentMapper.idOf(number.toLowerCase(java.util.Locale.ROOT)
                        .replace('-', ' ')
                        .replace('0', 'o')))
                .isEqualTo(id);
    }

    @Test
    void rejectsWhatIsNoNumber() {
        assertThatThrownBy(() -> PaymentMapper.idOf("12345-6789")).isInstanceOf(IllegalArgumentException.class);
    }
}
