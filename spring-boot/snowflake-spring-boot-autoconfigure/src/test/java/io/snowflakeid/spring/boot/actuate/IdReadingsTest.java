package io.snowflakeid.spring.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.snowflakeid.DecodedId;
import io.snowflakeid.FixedField;
import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdReadingsTest {

    private final HandMovedTime time = new HandMovedTime("2026-06-01T12:00:00Z");
    private final List<WatchedGenerator> generators = new ArrayList<>();

    private void watch(String name, SnowflakeLayout layout) {
        TestLedger ledger = new TestLedger(layout, time);
        generators.add(new WatchedGenerator(name, SnowflakeIdGenerator.on(ledger), ledger, null, time));
    }

    @AfterEach
    void close() {
        generators.forEach(generator -> generator.ids().close());
    }

    @Test
    void everyFieldOfAnIdIsTold() {
        SnowflakeLayout layout = SnowflakeLayout.parse("41x1ms/region:3+line:2/5/6/6@2010-11-04T01:42:54.657Z");
        assertThat(layout.fixedFields()).containsExactly(new FixedField("region", 3), new FixedField("line", 2));
        watch("default", layout);
        Instant made = Instant.parse("2026-05-31T10:00:00Z");
        long id = layout.encode(new DecodedId(made, 13, 7, 42, 60));

        assertThat(IdReadings.of(IdFormat.DECIMAL.format(id), generators))
                .containsExactly(Map.of(
                        "id",
                        Long.toString(id),
                        "formats",
                        List.of("decimal", "decimal-fixed"),
                        "generators",
                        Map.of(
                                "default",
                                Map.of(
                                        "time",
                                        "2026-05-31T10:00:00Z",
                                        "datacenter",
                                        13L,
                                        "fixedFields",
                                        Map.of("region", 3L, "line", 1L),
                                        "worker",
                                        7L,
                                        "sequence",
                                        42L,
                                        "gene",
                                        60L))));
    }

    @Test
    void aTextThatMayMeanSeveralIdsGivesThemAll() {
        watch("default", SnowflakeLayout.DEFAULT);

        List<Map<String, Object>> readings = IdReadings.of("123456789012", generators);

        assertThat(readings).extracting("formats").containsExactly(List.of("decimal"), List.of("crockford32"));
        assertThat(readings)
                .extracting("id")
                .containsExactly("123456789012", Long.toString(IdFormat.CROCKFORD32.parse("123456789012")));
    }

    @Test
    void aPaddedTextIsRead() {
        watch("default", SnowflakeLayout.DEFAULT);
        long id = SnowflakeLayout.DEFAULT.minIdAt(Instant.parse("2011-01-01T00:00:00Z"));

        assertThat(IdReadings.of(IdFormat.DECIMAL.fixedWidth().format(id), generators))
                .extracting("id", "formats")
                .containsExactly(tuple(Long.toString(id), List.of("decimal-fixed")));
    }

    @Test
    void whatOneLayoutDoesNotHaveIsReadWithTheOthers() {
        watch("default", SnowflakeLayout.DEFAULT);
        watch("safe", SnowflakeLayout.JAVASCRIPT_SAFE);

        assertThat(IdReadings.of("2123748188476166151", generators))
                .singleElement()
                .extracting("generators")
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsOnlyKeys("default");
    }

    @Test
    void whatNoLayoutHasIsRefusedWithTheReason() {
        watch("safe", SnowflakeLayout.JAVASCRIPT_SAFE);

        assertThatThrownBy(() -> IdReadings.of("9007199254740992", generators))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("id 9007199254740992 has more than the 53 bits of layout "
                        + SnowflakeLayout.JAVASCRIPT_SAFE.spec() + ": decode it with the layout that made it");
    }

    @Test
    void whatIsNoTextOfAnIdIsRefusedWithEveryFormsReason() {
        watch("default", SnowflakeLayout.DEFAULT);

        assertThatThrownBy(() -> IdReadings.of("-5", generators))
                .hasMessageContaining("'-5' is no id in format decimal: it has '-' at position 0")
                .hasMessageContaining("'-5' is no id in format base62: it has '-' at position 0")
                .hasMessageContaining("'-5' is no id in format crockford32: it has '-' at position 0");
    }

    /** Whoever asks the endpoint may send anything, and messages are logged. */
    @Test
    void ofATextThatIsNoIdNoMoreThanSixtyFourCharactersAreRepeatedAndAllOfThemVisible() {
        watch("default", SnowflakeLayout.DEFAULT);

        assertThatThrownBy(() -> IdReadings.of("\u001b[31m\n\u202e" + "x".repeat(100_000), generators))
                .satisfies(e -> assertThat(e.getMessage())
                        .contains("'\\u001b[31m\\u000a\\u202e" + "x".repeat(57) + "…' is no id in format decimal")
                        .contains("has 100007 characters")
                        .hasSizeLessThan(1_000)
                        .doesNotContainPattern("[\\p{Cc}\\p{Cf}]"));
    }
}
