package io.snowflakeid.ledger.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.ledger.spi.LedgerStore.WorkerRow;
import org.junit.jupiter.api.Test;

class WorkerRowTest {

    @Test
    void whatIsWrittenIsReadAgain() {
        WorkerRow held = new WorkerRow(-5, 1L << 50, 7, "0123456789abcdef0123456789abcdef", "the shop, in\ttwo words");
        assertThat(held.text())
                .isEqualTo("-5 1125899906842624 7 0123456789abcdef0123456789abcdef the shop, in\ttwo words");
        assertThat(WorkerRow.parse(held.text())).isEqualTo(held);
        WorkerRow released = new WorkerRow(1, 2, 3, null, "shop-1");
        assertThat(released.text()).isEqualTo("1 2 3 - shop-1");
        assertThat(WorkerRow.parse("1 2 3 - shop-1")).isEqualTo(released);
    }

    @Test
    void whatSomebodyElseHasWrittenIsRefused() {
        assertThatThrownBy(() -> WorkerRow.parse("1 2 3"))
                .hasMessageContainingAll(
                        "'from until quarantinedUntil token holder'",
                        "but is '1 2 3'",
                        "another program has written there");
        assertThatThrownBy(() -> WorkerRow.parse("1 2x 3 - shop"))
                .hasMessageContainingAll(
                        "until of a worker is a whole number, but is '2x'", "another program has written there");
    }
}
