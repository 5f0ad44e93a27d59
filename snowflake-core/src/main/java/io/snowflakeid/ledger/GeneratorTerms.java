package io.snowflakeid.ledger;

import io.snowflakeid.ClockPolicy;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedger;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What settings say of a generator that is not its ledger's. */
record GeneratorTerms(Duration maxWait, ClockPolicy clockPolicy, Duration maxLeap, Duration runAhead) {

    /** The names of the settings, sorted. */
    static List<String> names() {
        return List.of("clock-policy", "max-leap", "max-wait", "run-ahead");
    }

    static GeneratorTerms of(SettingValues values, SnowflakeLayout layout) {
        return new GeneratorTerms(
                values.duration("max-wait", Duration.ofSeconds(2)),
                values.clockPolicy(),
                values.duration("max-leap", Duration.ofSeconds(10)),
                values.duration("run-ahead", layout.tick().multipliedBy(layout.runAheadTicks())));
    }

    /** @throws IllegalArgumentException if one is out of its range, naming it */
    SnowflakeIdGenerator.Builder generatorOn(WorkerLedger ledger, SettingValues values) {
        SnowflakeIdGenerator.Builder builder =
                SnowflakeIdGenerator.builder(ledger).clockPolicy(clockPolicy);
        values.named("max-wait", () -> builder.maxWait(maxWait));
        values.named("max-leap", () -> builder.maxLeap(maxLeap));
        return values.named("run-ahead", () -> builder.runAhead(runAhead));
    }

    Map<String, Object> bySetting() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("max-wait", maxWait);
        all.put("clock-policy", clockPolicy.toString());
        all.put("max-leap", maxLeap);
        all.put("run-ahead", runAhead);
        return all;
    }
}
