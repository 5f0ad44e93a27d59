package io.snowflakeid.generator;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.ledger.FixedWorkerLedger;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Generators whose clocks a test moves by hand, from noon on. */
abstract class OnManualTime {

    static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    final ManualTime time = new ManualTime(NOON);
    final RecordedEvents heard = new RecordedEvents();

    static List<ClockPolicy> allPolicies() {
        return List.of(ClockPolicy.rideThrough(), ClockPolicy.tiered(), ClockPolicy.refuse());
    }

    static Stream<Arguments> policiesAndSequences() {
        return allPolicies().stream()
                .flatMap(policy -> Stream.of(1, 4, 6, 7, 12).map(bits -> Arguments.of(policy, bits)));
    }

    final SnowflakeIdGenerator.Builder on(WorkerLedger ledger, ClockPolicy policy) {
        return SnowflakeIdGenerator.builder(ledger)
                .timeSource(time)
                .clockPolicy(policy)
                .listener(heard);
    }

    /** A worker in a namespace of its own. */
    static FixedWorkerLedger fixed(SnowflakeLayout layout) {
        return FixedWorkerLedger.of(layout, 7).inNamespace("test-" + UUID.randomUUID());
    }

    static Instant timestampOf(long id) {
        return LAYOUT.decode(id).timestamp();
    }
}
