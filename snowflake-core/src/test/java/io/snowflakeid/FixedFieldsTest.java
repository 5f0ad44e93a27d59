package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FixedFieldsTest {

    private static final SnowflakeLayout REGIONS =
            SnowflakeLayout.parse("41x1ms/region:3+business:4/6/9@2010-11-04T01:42:54.657Z");

    @Test
    void namesAreInTheSpecAndInTheDrawing() {
        assertThat(REGIONS.spec()).isEqualTo("41x1ms/region:3+business:4/6/9@2010-11-04T01:42:54.657Z");
        assertThat(REGIONS)
                .hasToString("0 | timestamp 41 x 1 ms | region 3 | business 4 | worker 6 | sequence 9 | 63 bits,"
                        + " 2010-11-04T01:42:54.657Z to 2080-07-10T17:30:30.209Z");
        assertThat(SnowflakeLayout.parse("41x1ms/business:4/6/12@2010-11-04T01:42:54.657Z")
                        .fixedFields())
                .containsExactly(new FixedField("business", 4));
    }

    @Test
    void aValueThatDoesNotFitIsRefusedByName() {
        assertThatThrownBy(() -> REGIONS.datacenter(Map.of("region", 0L, "business", 16L)))
                .hasMessageContainingAll(
                        "business 16 does not fit", "4 bits (0..15)", "more business bits", "smaller business");
        assertThatThrownBy(() -> REGIONS.datacenter(Map.of("region", -1L, "business", 1L)))
                .hasMessageStartingWith("region -1 does not fit into 3 bits (0..7)");
        assertThatThrownBy(() -> REGIONS.fixedValues(128))
                .hasMessageStartingWith("datacenter id 128 does not fit into 7 bits (0..127)");
    }

    @Test
    void aMissingValueIsRefusedByName() {
        assertThatThrownBy(() -> REGIONS.datacenter(Map.of("business", 1L)))
                .hasMessage(
                        "fixed field region is missing: this layout has region (0..7), business (0..15), give each a number");
        Map<String, Long> withNull = new HashMap<>(Map.of("region", 1L));
        withNull.put("business", null);
        assertThatThrownBy(() -> REGIONS.datacenter(withNull))
                .hasMessageStartingWith("fixed field business is missing");
    }

    @Test
    void anUnknownNameIsRefused() {
        assertThatThrownBy(() -> REGIONS.datacenter(Map.of("region", 1L, "bussiness", 1L)))
                .hasMessage("unknown fixed field 'bussiness', this layout has region (0..7), business (0..15)");
        assertThatThrownBy(() -> SnowflakeLayout.TWITTER.datacenter(Map.of("region", 1L)))
                .hasMessageContaining("this layout has no named fixed fields: give its datacenter as one number");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "größe", "a/b", "a:b", "a+b", "a=b", "a,b", "a@b", "abcdefghi123456789012345678901234"})
    void aNameThatASpecCouldNotHoldIsRefused(String name) {
        assertThatThrownBy(() -> new FixedField(name, 1))
                .hasMessage("fixed field '" + name
                        + "' has no valid name: use 1 to 32 letters of ASCII, digits, '-' and '_'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"worker", "Datacenter", "SEQUENCE", "gene", "timestamp"})
    void aNameThatEveryLayoutHasIsRefused(String name) {
        assertThatThrownBy(() -> new FixedField(name, 1))
                .hasMessage(
                        "fixed field '" + name + "' has the name of a field that every layout has: use another name");
    }

    @ParameterizedTest
    @CsvSource({"business, business", "business, Business"})
    void aNameTwiceIsRefused(String one, String other) {
        assertThatThrownBy(() ->
                        SnowflakeLayout.parse("41x1ms/" + one + ":1+" + other + ":1/2/9@2010-11-04T01:42:54.657Z"))
                .hasMessage("fixed fields " + one + ":1+" + other + ":1 have a name twice, or differ in capitals alone:"
                        + " use distinct names");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 32})
    void aWidthOutOfRangeIsRefused(int bits) {
        assertThatThrownBy(() -> new FixedField("zone", bits))
                .hasMessage("fixed field zone must be between 1 and 31, but is " + bits);
    }

    @Test
    void widthsThatDoNotAddUpAreRefused() {
        List<FixedField> fields = List.of(new FixedField("region", 3), new FixedField("business", 4));
        assertThatThrownBy(() -> new SnowflakeLayout(REGIONS.epoch(), REGIONS.tick(), 41, 8, 6, 8, 0, fields))
                .hasMessage("fixed fields region:3+business:4 have 7 bits together, but datacenterBits is 8:"
                        + " it must be the same");
        assertThatThrownBy(() -> SnowflakeLayout.parse("41x1ms/a:16+b:16/0/1@2010-11-04T01:42:54.657Z"))
                .hasMessage("datacenterBits must be between 0 and 31, but is 32");
    }

    @Test
    void theLongestSpecFitsIntoALedger() {
        String name = "abcdefghijklmnopqrstuvwxyz012345";
        SnowflakeLayout longest = SnowflakeLayout.parse(
                "10x3600000ms/" + name + ":11+" + name.substring(2) + "x:10/11/10/11@2010-11-04T01:42:54.657Z");
        assertThat(longest.spec().length()).isBetween(115, 120);
        assertThatThrownBy(() -> SnowflakeLayout.parse(longest.spec().replace("x:10", "x:10+x:1")))
                .hasMessageContaining(
                        "take 74 characters in the layout's spec, at most 70 are allowed: use shorter names");
    }
}
