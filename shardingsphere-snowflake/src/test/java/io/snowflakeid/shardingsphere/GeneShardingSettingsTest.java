package io.snowflakeid.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneShardingSettingsTest {

    @Test
    void readsEveryProperty() {
        assertThat(GeneShardingSettings.from(properties(
                        "gene-bits", "6",
                        "id-columns", "id, Order_ID",
                        "key-columns", "USER_ID",
                        "key-type", "text",
                        "shards-per-target", "16",
                        "on-mismatch", "by-id")))
                .isEqualTo(new GeneShardingSettings(6, Set.of("id", "order_id"), Set.of("user_id"), true, 16, true));
    }

    @Test
    void rejectsMismatchesAndReadsKeysAsNumbersByDefault() {
        assertThat(GeneShardingSettings.from(properties("gene-bits", "6", "id-columns", "id")))
                .isEqualTo(new GeneShardingSettings(6, Set.of("id"), Set.of(), false, 1, false));
    }

    @Test
    void readsNumbersAsYamlHasThem() {
        Properties yaml = properties("id-columns", "id");
        yaml.put("gene-bits", 6);
        yaml.put("shards-per-target", 16);

        assertThat(GeneShardingSettings.from(yaml).shardsPerTarget()).isEqualTo(16);
    }

    @Test
    void refusesAnUnknownPropertyByName() {
        assertThatThrownBy(() ->
                        GeneShardingSettings.from(properties("gene-bits", "6", "id-columns", "id", "gene-bit", "7")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "unknown property gene-bit,",
                        "known are",
                        "[gene-bits, id-columns, key-columns, key-type, on-mismatch, shards-per-target]");
    }

    @Test
    void acceptsWhatClassBasedPassesOn() {
        GeneShardingSettings.from(
                properties("gene-bits", "6", "id-columns", "id", "strategy", "COMPLEX", "algorithmClassName", "x.Y"));
    }

    @Test
    void refusesToGuessTheGeneBits() {
        assertThatThrownBy(() -> GeneShardingSettings.from(properties("id-columns", "id")))
                .hasMessage("gene-bits is not set: set it to the gene bits of the ids' layout, 1 to 20");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "21", "-1", "six", "", "6.0", "99999999999"})
    void refusesGeneBitsThatNoLayoutHas(String bits) {
        assertThatThrownBy(() -> GeneShardingSettings.from(properties("gene-bits", bits, "id-columns", "id")))
                .hasMessage("gene-bits must be a whole number between 1 and 20, but is '" + bits + "'");
    }

    @Test
    void refusesAnUnknownWord() {
        assertThatThrownBy(() -> GeneShardingSettings.from(
                        properties("gene-bits", "6", "id-columns", "id", "on-mismatch", "ignore")))
                .hasMessage("on-mismatch must be refuse or by-id, but is 'ignore'");
        assertThatThrownBy(() ->
                        GeneShardingSettings.from(properties("gene-bits", "6", "id-columns", "id", "key-type", "uuid")))
                .hasMessage("key-type must be number or text, but is 'uuid'");
    }

    @Test
    void refusesToHaveNoColumns() {
        assertThatThrownBy(() -> GeneShardingSettings.from(properties("gene-bits", "6", "id-columns", " , ")))
                .hasMessageStartingWith("neither id-columns nor key-columns is set");
    }

    @Test
    void refusesAColumnThatIsIdAndKey() {
        assertThatThrownBy(() -> GeneShardingSettings.from(
                        properties("gene-bits", "6", "id-columns", "id,user_id", "key-columns", "USER_ID")))
                .hasMessageStartingWith("column user_id is listed in id-columns and in key-columns");
    }

    static Properties properties(String... namesAndValues) {
        Properties properties = new Properties();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
        }
        return properties;
    }
}
