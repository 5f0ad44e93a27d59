package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.testing.servers.TestDatabase;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteDataSource;

class JdbcWorkerLedgerSettingsTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.GAME_SERVERS;
    private final DataSource dataSource = TestDatabase.h2("never_opened").dataSource();

    @Test
    void anOwnedNumberCannotBeChanged() {
        assertThatThrownBy(() ->
                        JdbcWorkerLedger.forDatacenter(LAYOUT, 7, dataSource).datacenter(8))
                .hasMessageStartingWith("this ledger owns datacenter 7, so its workers cannot be of datacenter 8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "two words",
                "name'; DROP TABLE",
                "sixty-five-characters-sixty-five-characters-sixty-five-characters-"
            })
    void anOddNamespaceIsRefused(String namespace) {
        assertThatThrownBy(() -> JdbcWorkerLedger.shared(LAYOUT, dataSource).namespace(namespace))
                .hasMessage("namespace must be 1 to 64 of letters, digits and _ . : -, but is '" + namespace + "'");
    }

    @ParameterizedTest
    @CsvSource({"-1, 5", "6, 5", "0, 1024"})
    void aRangeOutsideOfTheLayoutIsRefused(long first, long last) {
        assertThatThrownBy(() -> JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, dataSource)
                        .workers(first, last))
                .hasMessageContainingAll(
                        "workers must be a range within 0..1023",
                        "are " + first + ".." + last,
                        "split that range",
                        "more worker bits");
    }

    @Test
    void aWindowOfMoreThanAWeekIsRefused() {
        JdbcWorkerLedger.Builder builder = JdbcWorkerLedger.shared(LAYOUT, dataSource);
        assertThat(builder.window(Duration.ofDays(7)).settings().window()).isEqualTo(Duration.ofDays(7));
        for (Duration tooLong : List.of(
                Duration.ofDays(7).plusMillis(1), Duration.ofDays(36_500), Duration.ofSeconds(Long.MAX_VALUE))) {
            assertThatThrownBy(() -> builder.window(tooLong).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(
                            "window must be at least 3 ticks of 1 ms and at most PT168H, but is " + tooLong);
        }
    }

    @Test
    void aLedgerIsNotKeptInADatabaseThatItsRulesWereNotProvedOn() {
        SQLiteDataSource other = new SQLiteDataSource();
        other.setUrl("jdbc:sqlite::memory:");
        JdbcWorkerLedger ledger = JdbcWorkerLedger.shared(LAYOUT, other).build();
        for (ThrowingCallable call :
                List.<ThrowingCallable>of(ledger::setUp, () -> JdbcWorkerLedger.stored(other, "default"))) {
            assertThatThrownBy(call)
                    .isInstanceOf(WorkerLedgerException.class)
                    .hasMessageContainingAll(
                            "the tables can be in MySQL, MariaDB, PostgreSQL or H2",
                            "the data source leads to SQLite 3.",
                            "pass a data source of one of those");
        }
    }
}
