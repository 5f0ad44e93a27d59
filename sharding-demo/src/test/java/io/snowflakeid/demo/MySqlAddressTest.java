package io.snowflakeid.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MySqlAddressTest {

    @Test
    void takesUserAndPasswordOutOfTheAddress() {
        DemoDatabase database = MySqlAddress.parse("jdbc:mysql://me:s%40cret@db0:3307/shop?useSSL=false", "root", "")
                .database("ds_0");
        assertThat(database.url())
                .isEqualTo("jdbc:mysql://db0:3307/shop?useSSL=false&connectTimeout=5000&rewriteBatchedStatements=true");
        assertThat(database).hasToString("ds_0 (jdbc:mysql://db0:3307/shop)");
        assertThat(database.user()).isEqualTo("me");
        assertThat(database.password()).isEqualTo("s@cret");
        assertThat(database.toString()).doesNotContain("s@cret", "s%40cret");
    }

    @Test
    void takesThemOutOfTheSettingsAsWell() {
        DemoDatabase database = MySqlAddress.parse(
                        "jdbc:mysql://db0/shop?PassWord=a%26b&connectTimeout=9&User=me", "root", "other")
                .database("ds_0");
        assertThat(database.url()).isEqualTo("jdbc:mysql://db0/shop?connectTimeout=9&rewriteBatchedStatements=true");
        assertThat(database).hasToString("ds_0 (jdbc:mysql://db0/shop)");
        assertThat(database.user()).isEqualTo("me");
        assertThat(database.password()).isEqualTo("a&b");
    }

    @Test
    void usesWhatWasGivenBesideAnAddressThatNamesNobody() {
        DemoDatabase database = MySqlAddress.parse("jdbc:mysql://[::1]:3306/shop", "root", "secret")
                .database("ds_0");
        assertThat(database.user()).isEqualTo("root");
        assertThat(database.password()).isEqualTo("secret");
        assertThat(database.url()).startsWith("jdbc:mysql://[::1]:3306/shop?");
        assertThat(database).hasToString("ds_0 (jdbc:mysql://[::1]:3306/shop)");
    }
}
