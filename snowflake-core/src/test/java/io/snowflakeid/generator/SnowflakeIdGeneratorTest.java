package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.DecodedId;
import io.snowflakeid.IdBatch;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.ledger.FixedWorkerLedger;
import java.time.Duration;
import java.time.Instant;
import java.util.NoSuchElementException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SnowflakeIdGeneratorTest extends OnManualTime {

    private final SnowflakeIdGenerator ids = generator(LAYOUT);

    private SnowflakeIdGenerator generator(SnowflakeLayout layout) {
        return on(fixed(layout), ClockPolicy.rideThrough()).build();
    }

    @AfterEach
    void close() {
        ids.close();
    }

    @Test
    void aLayoutThatEndsWithinFiveYearsIsWarnedOfWhenAGeneratorIsBuilt() {
        String end = "2034-07-04T21:24:16Z";
        try (CapturedLog log = new CapturedLog()) {
            buildIn("2029-07-04T00:00:00Z");
            assertThat(log.lines()).noneMatch(line -> line.contains("runs out"));
            buildIn("2029-07-07T00:00:00Z");
            assertThat(log.lines())
                    .anySatisfy(line -> assertThat(line)
                            .startsWith("WARNING layout 28x1000ms/0/24/11@2026-01-01T00:00:00Z runs out")
                            .containsSubsequence(end, "5 years", "more timestamp bits"));
        }
    }

    private static void buildIn(String now) {
        WorkerLedger ledger =
                FixedWorkerLedger.of(SnowflakeLayout.KUBERNETES, 5).inNamespace("in-" + UUID.randomUUID());
        SnowflakeIdGenerator.builder(ledger)
                .timeSource(new ManualTime(Instant.parse(now)))
                .build()
                .close();
    }

    @Test
    void firstIdLiesBehindWhatAPreviousRunMayHaveBorrowed() {
        assertThat(timestampOf(ids.nextId())).isEqualTo(NOON.plusMillis(11));
    }

    @Test
    void aBurstRunsTenMillisecondsAheadAndThenWaits() {
        time.pass(Duration.ofSeconds(1));
        Instant start = time.wallInstant();
        long last = 0;
        for (int i = 0; i < 11 * 4096; i++) {
            last = ids.nextId();
        }
        assertThat(time.wallInstant()).isEqualTo(start);
        assertThat(timestampOf(last)).isEqualTo(start.plusMillis(10));
        assertThat(timestampOf(ids.nextId())).isEqualTo(start.plusMillis(11));
        assertThat(time.wallInstant()).isEqualTo(start.plusMillis(1));
        assertThat(ids.status().waits()).isEqualTo(1);
    }

    @Test
    void aCallThatWaitsKeepsTheTicketThatItTook() {
        time.pass(Duration.ofSeconds(1));
        ids.reserve(LAYOUT.burstSize()); // the present tick and nine more
        ids.reserve(4096);
        DecodedId waited = LAYOUT.decode(ids.nextId());
        assertThat(waited.timestamp()).isEqualTo(NOON.plusMillis(1011));
        assertThat(waited.sequence()).isZero();
        assertThat(LAYOUT.decode(ids.nextId()).sequence()).isEqualTo(1);
    }

    @Test
    void anInterruptNeitherLosesAnIdNorThrows() {
        time.pass(Duration.ofSeconds(1));
        for (int i = 0; i < 11 * 4096; i++) {
            ids.nextId();
        }
        Thread.currentThread().interrupt();
        long id = ids.nextId();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(timestampOf(id)).isEqualTo(NOON.plusMillis(1011));
    }

    @Test
    void genesAreTakenAsTheyAre() {
        SnowflakeLayout layout = LAYOUT.withGene(6);
        try (SnowflakeIdGenerator orders = generator(layout)) {
            long order = orders.nextId(layout.geneOf(4711));
            long item = orders.nextId(layout.geneIn(order));
            assertThat(layout.geneIn(item)).isEqualTo(layout.geneOf(4711));
            assertThat(item).isNotEqualTo(order);
            assertThatThrownBy(() -> orders.nextId(64))
                    .hasMessageContainingAll(
                            "gene 64 does not fit",
                            "6 bits (0..63)",
                            "layout.geneOf(shardingKey)",
                            "layout.geneIn(parentId)",
                            "more gene bits");
            assertThatThrownBy(() -> orders.nextId(-1)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aBatchIsOneRunOfIds() {
        time.pass(Duration.ofSeconds(1));
        IdBatch batch = ids.reserve(1000);
        long other = ids.nextId();
        long previous = batch.next();
        for (int i = 1; i < 1000; i++) {
            long next = batch.next();
            assertThat(next).isEqualTo(previous + 1).isLessThan(other);
            previous = next;
        }
        assertThat(batch.remaining()).isZero();
        assertThatThrownBy(batch::next).isInstanceOf(NoSuchElementException.class);
    }
}
