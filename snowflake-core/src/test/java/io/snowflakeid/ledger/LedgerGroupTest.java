package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.testing.servers.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LedgerGroupTest extends LedgerGroupContract {

    @Override
    List<TestDatabase> newDatabases() {
        return List.of(newH2(), newH2());
    }

    private static TestDatabase newH2() {
        return TestDatabase.h2("group_" + UUID.randomUUID().toString().replace("-", ""));
    }

    private JdbcWorkerLedger.Builder ledger(SnowflakeLayout layout) {
        return JdbcWorkerLedger.shared(layout, database(0).dataSource());
    }

    @Test
    void oneLedgerIsNoGroup() {
        assertThatThrownBy(() -> LedgerGroup.of(ledger(LAYOUT).build()))
                .hasMessage("a group needs at least 2 ledgers, but has 1: add one, or use a ledger by itself");
    }

    @Test
    void otherLayoutsAreRefused() {
        assertThatThrownBy(() -> LedgerGroup.of(
                        ledger(LAYOUT).workers(0, 511).build(),
                        ledger(LAYOUT.withGene(6)).workers(512, 1023).build()))
                .hasMessageContainingAll(
                        "one layout and one datacenter",
                        "ledger 'default' (shared, workers 0..511)",
                        "has layout " + LAYOUT.spec() + ", datacenter 0, scope shared",
                        LAYOUT.withGene(6).spec());
    }

    @Test
    void aWorkerThatTwoLedgersWouldGrantIsNamed() {
        assertThatThrownBy(() -> LedgerGroup.of(
                        ledger(LAYOUT).workers(512, 1023).namespace("b").build(),
                        ledger(LAYOUT).workers(0, 512).namespace("a").build()))
                .hasMessageContainingAll(
                        "worker 512 belongs to ledger 'a' (shared, workers 0..512) and to ledger 'b' (shared, workers"
                                + " 512..1023)",
                        "both would grant it",
                        "a range of its own, such as workers(0, 511)");
    }

    @Test
    void theShortestRenewalCounts() {
        LedgerGroup group = LedgerGroup.of(
                ledger(LAYOUT).workers(0, 511).window(Duration.ofSeconds(60)).build(),
                ledger(LAYOUT).workers(512, 1023).window(Duration.ofSeconds(30)).build());
        assertThat(group.renewEvery()).isEqualTo(Duration.ofSeconds(5));
        assertThat(group.hasClock()).isTrue();
        assertThat(group.layout()).isEqualTo(LAYOUT);
        assertThat(group.describe())
                .isEqualTo("the group of ledger 'default' (shared, workers 0..511), ledger 'default' (shared, workers"
                        + " 512..1023)");
    }
}
