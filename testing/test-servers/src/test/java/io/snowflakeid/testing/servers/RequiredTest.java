package io.snowflakeid.testing.servers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequiredTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mysql | ''          | false",
                "mysql | redis,node  | false",
                "mysql | mysql       | true",
                "mysql | redis,mysql | true",
                "mysql | 'redis, mysql' | true",
                "mysql | all         | true",
                "redis | mysql       | false",
            })
    void onlyWhatTheListNamesMustNotBeMissing(String what, String required, boolean fails) {
        assertThat(Required.isRequired(what, required)).isEqualTo(fails);
    }
}
