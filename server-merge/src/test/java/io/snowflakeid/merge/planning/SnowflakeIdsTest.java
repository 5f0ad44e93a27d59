package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.DecodedId;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.merge.run.H2MergeCase;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SnowflakeIdsTest extends H2MergeCase {

    private static final Instant MONDAY = Instant.parse("2026-03-02T10:00:00Z");
    private static final Instant TO_COME = Instant.parse("2060-01-01T00:00:00Z");

    private static String row(Instant made, int worker) {
        return "(" + SnowflakeLayout.DEFAULT.encode(new DecodedId(made, 0, worker, 3, 0)) + ")";
    }

    @Test
    void idsOfATimeToComeAreNamedWithTheWorkerWhoseClockWasAhead() throws Exception {
        String rows = IntStream.range(0, 100)
                .mapToObj(i -> row(MONDAY.plusSeconds(i), 7))
                .collect(Collectors.joining(", "));
        given(
                "CREATE TABLE orders (id BIGINT PRIMARY KEY);",
                "INSERT INTO orders VALUES " + rows + ", " + row(TO_COME, 9),
                "");

        assertThat(found("", "SNOWFLAKE_FUTURE"))
                .extracting(finding -> finding.severity() + " " + finding.subject() + ": " + finding.message())
                .satisfiesExactly(says(
                        "WARNING s1.orders.id: ids of worker 9",
                        "of a time to come, up to 2060-01-01T00:00:00Z",
                        "the clock that made them was ahead",
                        "no other process may use this number until then"));
    }
}
