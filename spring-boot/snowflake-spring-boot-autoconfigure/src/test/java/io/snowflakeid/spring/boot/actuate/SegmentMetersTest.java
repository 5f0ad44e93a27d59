package io.snowflakeid.spring.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.snowflakeid.segment.SegmentIdSource;
import io.snowflakeid.segment.Segments;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class SegmentMetersTest {

    @Test
    void metersShowHowFarATagIs() throws SQLException {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (TestDatabase database = TestDatabase.plainH2("segment_meters");
                Segments segments = Segments.on(database.dataSource())
                        .acceptVolatileStorage()
                        .build()) {
            SegmentIdSource invoices =
                    segments.tag("invoices").step(10, 10).max(1_000).open();
            SnowflakeSegmentsAutoConfiguration.bind(meters, invoices);
            invoices.fill(new long[25]);
            assertThat(meters.get("snowflake.segment.ranges")
                            .tag("segment", "invoices")
                            .functionCounter()
                            .count())
                    .isBetween(3.0, 5.0);
            assertThat(meters.get("snowflake.segment.left").gauge().value()).isBetween(5.0, 25.0);
            assertThat(meters.get("snowflake.segment.end").gauge().value()).isBetween(31.0, 51.0);
            assertThat(meters.get("snowflake.segment.max").gauge().value()).isEqualTo(1_000);
            assertThat(meters.get("snowflake.segment.lost").functionCounter().count())
                    .isZero();
        }
    }
}
