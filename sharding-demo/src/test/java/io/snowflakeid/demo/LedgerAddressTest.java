package io.snowflakeid.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses of PostgreSQL and Redis, taken apart. */
class LedgerAddressTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "redis://db0                  | redis://db0:6379/0  | redis://db0:6379 | me | mine",
                "redis://db0:6380/3           | redis://db0:6380/3  | redis://db0:6380 | me | mine",
                "redis://you:p%40ss@db0:6380/ | redis://db0:6380/0  | redis://db0:6380 | you | p@ss",
                "redis://:yours@db0           | redis://db0:6379/0  | redis://db0:6379 | '' | yours"
            })
    void ofRedis(String text, String url, String typed, String user, String password) {
        assertThat(RedisAddress.parse("the ledger", text, "me", "mine"))
                .isEqualTo(new DemoDatabase("the ledger", url, user, password, typed));
    }

    @Test
    void ofRedisKeepsThePasswordToItselfWhenItIsWrong() {
        assertThatThrownBy(() -> RedisAddress.parse("the ledger", "redis://me:hunter2@db0:x", "", ""))
                .isInstanceOf(DemoFailure.class)
                .hasMessage(
                        "'redis://db0:x' is not of the form redis://host:port or redis://host:port/number: correct it");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:postgresql://db0/shop | jdbc:postgresql://db0/shop?connectTimeout=5 | jdbc:postgresql://db0/shop | me | mine",
                "jdbc:postgresql://db0:5433/shop?user=you&password=p%40ss&ssl=true | jdbc:postgresql://db0:5433/shop?ssl=true&connectTimeout=5 | jdbc:postgresql://db0:5433/shop | you | p@ss",
                "jdbc:postgresql://db0/shop?connectTimeout=9 | jdbc:postgresql://db0/shop?connectTimeout=9 | jdbc:postgresql://db0/shop | me | mine"
            })
    void ofPostgres(String text, String url, String typed, String user, String password) {
        assertThat(PostgresAddress.parse("the ledger", text, "me", "mine"))
                .isEqualTo(new DemoDatabase("the ledger", url, user, password, typed));
    }

    @Test
    void ofPostgresKeepsThePasswordToItselfWhenItIsWrong() {
        assertThatThrownBy(() -> PostgresAddress.parse(
                        "the ledger", "jdbc:postgresql://me:hunter2@db0/shop?password=hunter3", "", ""))
                .isInstanceOf(DemoFailure.class)
                .hasMessageContainingAll(
                        "'jdbc:postgresql://db0/shop' is not of the form",
                        "jdbc:postgresql://host:port/database",
                        "correct it")
                .hasMessageNotContainingAny("hunter", "me:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "workers --ledger jdbc:h2:mem:x;INIT=SHUTDOWN",
                "chaos --ledger jdbc:mysql://db0/shop?auto%44eserialize=true",
                "doctor --all --database jdbc:mysql://(host=db0,allowLoadLocalInfile=true)/shop",
                "origin --table t --database jdbc:postgresql://db0/shop?socketFactory=evil.Factory",
                "merge --mysql jdbc:mysql://db0/a?queryInterceptors=evil.Interceptor"
            })
    void oneThatWouldMakeTheDriverRunSomethingIsRejected(String line) {
        CommandLineRun.of(line.split(" ", -1))
                .failsWith(ExitCode.USAGE, "the address jdbc:", "not accepted", "builds a data source");
    }
}
