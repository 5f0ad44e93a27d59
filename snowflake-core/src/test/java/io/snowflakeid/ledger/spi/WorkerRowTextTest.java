package io.snowflakeid.ledger.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WorkerRowTextTest {

    @Test
    void whatIsWrittenIsReadAgain() {
        WorkerRow held = new WorkerRow(-5, 1L << 50, 7, "0123456789abcdef0123456789abcdef", "the shop, in\ttwo words");
        assertThat(WorkerRowText.write(held))
                .isEqualTo("-5 1125899906842624 7 0123456789abcdef0123456789abcdef the shop, in\ttwo words");
        assertThat(WorkerRowText.read(WorkerRowText.write(held))).isEqualTo(held);
        WorkerRow released = new WorkerRow(1, 2, 3, null, "shop-1");
        assertThat(WorkerRowText.write(released)).isEqualTo("1 2 3 - shop-1");
        assertThat(WorkerRowText.read("1 2 3 - shop-1")).isEqualTo(released);
    }

    @Test
    void whatSomebodyElseHasWrittenIsRefused() {
        assertThatThrownBy(() -> WorkerRowText.read("1 2 3"))
                .hasMessageContainingAll(
                        "'from until quarantinedUntil token holder'",
                        "but is '1 2 3'",
                        "another program has written there");
        assertThatThrownBy(() -> WorkerRowText.read("1 2x 3 - shop"))
                .hasMessageContainingAll(
                        "ticks are whole numbers",
                        "'2x' in '1 2x 3 - shop' is none",
                        "another program has written there");
    }
}
