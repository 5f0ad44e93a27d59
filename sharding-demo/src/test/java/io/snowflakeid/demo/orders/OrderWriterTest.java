package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OrderWriterTest {

    private final SQLException broken = new SQLException("broken", "08S01");

    @Test
    void triesAgainWhateverABrokenConnectionLooksLike() {
        SQLException commit = new SQLException();
        commit.setNextException(broken);
        SQLException closed = new SQLException("No operations allowed after statement closed.", "S1009");
        assertThat(refusal(broken)).contains(broken);
        assertThat(refusal(commit)).contains(broken);
        assertThat(refusal(new SQLException("wrapped", "HY000", broken))).contains(broken);
        assertThat(refusal(new SQLTransientConnectionException("timed out"))).isPresent();
        assertThat(refusal(closed)).contains(closed);
    }

    @Test
    void endsAtOnceWhereNoAttemptHelps() {
        SQLException wrongUser = new SQLException("access denied", "28000");
        assertThat(refusal(new SQLTransientConnectionException("timed out", wrongUser)))
                .isEmpty();
        assertThat(refusal(new SQLException("no table", "42S02"))).isEmpty();
        assertThat(refusal(new SQLException("duplicate key", "23000"))).isEmpty();
        assertThat(OrderWriter.refusal(new IllegalStateException("a fault"))).isEmpty();
    }

    private static Optional<SQLException> refusal(SQLException said) {
        return OrderWriter.refusal(new IllegalStateException(said));
    }
}
