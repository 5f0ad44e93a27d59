package io.snowflakeid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.snowflakeid.segment.Segments;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.StandardEnvironment;

class LedgerFailureAnalyzerTest {

    @Test
    void aRejectedSegmentNamesItsGuideInPlaceOfSettingsOfLedgers() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:rejected;DB_CLOSE_DELAY=-1");
        try (Segments segments = Segments.on(database).build()) {
            Throwable failure = catchThrowable(() -> segments.tag("t").open());
            FailureAnalysis analysis = new LedgerFailureAnalyzer(new StandardEnvironment()).analyze(failure);
            assertThat(analysis.getDescription()).contains("tag 't'", "may lose a confirmed range");
            assertThat(analysis.getAction()).contains("docs/segments.md");
        }
    }
}
