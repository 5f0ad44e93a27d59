package io.snowflakeid.demo.databases;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DemoDatabasesTest {

    @Test
    void aMariaDbIsNotPassedOffAsMySql() {
        assertThat(DemoDatabases.product("MySQL", "5.5.5-10.11.19-MariaDB-0+deb12u1"))
                .isEqualTo("MariaDB 10.11.19-MariaDB-0+deb12u1");
        assertThat(DemoDatabases.product("MySQL", "11.4.5-MariaDB")).isEqualTo("MariaDB 11.4.5-MariaDB");
        assertThat(DemoDatabases.product("MySQL", "9.7.4-2")).isEqualTo("MySQL 9.7.4-2");
    }
}
