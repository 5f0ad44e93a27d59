package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OrderWriterTest {

    private final SQLException broken = new SQLException("broken", "08S01");

    @Test
    void retriesEveryFormOfABrokenConnection() {
        SQLException commit = new SQLException();
        commit.setNextException(broken);
        SQLException closed = new SQLException("No operations allowed after statement closed.", "S1009");
        assertThat(retryable(broken)).contains(broken);
        assertThat(retryable(commit)).contains(broken);
        assertThat(retryable(new SQLException("wrapped", "HY000", broken))).contains(broken);
        assertThat(retryable(new SQLTransientConnectionException("timed out"))).isPresent();
        assertThat(retryable(closed)).contains(closed);
    }

    @Test
    void endsAtOnceWhereNoAttemptHelps() {
        SQLException wrongUser = new SQLException("access denied", "28000");
        assertThat(retryable(new SQLTransientConnectionException("timed out", wrongUser)))
                .isEmpty();
        assertThat(retryable(new SQLException("no table", "42S02"))).isEmpty();
        assertThat(retryable(new SQLException("duplicate key", "23000"))).isEmpty();
        assertThat(OrderWriter.retryable(new IllegalStateException("a fault"))).isEmpty();
    }

    private static Optional<SQLException> retryable(SQLException said) {
        return OrderWriter.retryable(new IllegalStateException(said));
    }
}
