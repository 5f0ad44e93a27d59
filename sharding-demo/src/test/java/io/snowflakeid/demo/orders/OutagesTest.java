package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OutagesTest {

    private final long[] nanos = {Long.MAX_VALUE - 5}; // a monotonic clock may overflow at any time
    private final Outages outages = new Outages(() -> nanos[0]);
    private final AtomicInteger tries = new AtomicInteger();

    @Test
    void saysWhichDatabaseIsLostAndWhatToDo() {
        assertThatThrownBy(() -> lose(2))
                .isInstanceOf(DatabaseLostException.class)
                .hasMessageContainingAll(
                        "database ds_2 is lost (refused)",
                        "orders of users in shards 32 to 47 are refused",
                        "none is stored in part",
                        "all others are accepted",
                        "place them again when ds_2 is back");
    }

    @Test
    void refusesTheNextOnesAtOnceAndAsksAgainLater() {
        assertThatThrownBy(() -> lose(2)).isInstanceOf(DatabaseLostException.class);
        assertThatThrownBy(() -> lose(2))
                .isInstanceOf(DatabaseLostException.class)
                .hasMessageContaining("ds_2 is lost (refused)");
        assertThat(tries).hasValue(1);

        nanos[0] += Outages.NANOS_BETWEEN_TRIES;
        assertThatThrownBy(() -> lose(2)).isInstanceOf(DatabaseLostException.class);
        assertThat(tries).hasValue(2);
    }

    @Test
    void leavesOtherDatabasesAlone() {
        assertThatThrownBy(() -> lose(2)).isInstanceOf(DatabaseLostException.class);

        outages.reach(3, tries::incrementAndGet);

        assertThat(tries).hasValue(2);
    }

    @Test
    void letsEveryoneInAgainOnceItAnswers() {
        assertThatThrownBy(() -> lose(2)).isInstanceOf(DatabaseLostException.class);
        nanos[0] += Outages.NANOS_BETWEEN_TRIES;

        outages.reach(2, tries::incrementAndGet);
        outages.reach(2, tries::incrementAndGet);

        assertThat(tries).hasValue(3);
    }

    @Test
    void forgetsWhenItIsToldThatAllAreBack() {
        assertThatThrownBy(() -> lose(2)).isInstanceOf(DatabaseLostException.class);

        outages.forget();

        assertThatCode(() -> outages.reach(2, tries::incrementAndGet)).doesNotThrowAnyException();
    }

    @Test
    void takesNoOtherFailureForALoss() {
        RuntimeException other = new IllegalStateException(new SQLException("duplicate key", "23505"));

        assertThatThrownBy(() -> outages.reach(2, () -> {
                    throw other;
                }))
                .isSameAs(other);
        outages.reach(2, tries::incrementAndGet);
        assertThat(tries).hasValue(1);
    }

    @Test
    void knowsABrokenConnectionByItsState() {
        assertThatThrownBy(() -> outages.reach(1, () -> {
                    throw new IllegalStateException(new SQLException("broken", "08S01"));
                }))
                .isInstanceOf(DatabaseLostException.class);
    }

    private void lose(int database) {
        outages.reach(database, () -> {
            tries.incrementAndGet();
            throw new IllegalStateException("no connection", new SQLTransientConnectionException("refused"));
        });
    }
}
