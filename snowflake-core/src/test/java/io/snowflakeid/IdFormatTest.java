package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdFormatTest {

    /** The texts live in rows for ever: they are pinned. */
    @ParameterizedTest
    @CsvSource({
        "decimal, 0, 0",
        "decimal, 2123748188476166151, 2123748188476166151",
        "decimal-fixed, 42, 0000000000000000042",
        "base62, 0, 0",
        "base62, 61, z",
        "base62, 62, 10",
        "base62, 2123748188476166151, 2Wsmvoh3qdj",
        "base62, 9223372036854775807, AzL8n0Y58m7",
        "base62-fixed, 62, 00000000010",
        "crockford32, 31, Z",
        "crockford32, 2123748188476166151, 1TY8HQ6Q80M07",
        "crockford32, 9223372036854775807, 7ZZZZZZZZZZZZ",
        "crockford32-fixed, 32, 0000000000010"
    })
    void writesAndReads(String format, long id, String text) {
        assertThat(IdFormat.of(format).format(id)).isEqualTo(text);
        assertThat(IdFormat.of(format).parse(text)).isEqualTo(id);
        assertThat(IdFormat.of(format)).hasToString(format);
    }

    @ParameterizedTest
    @CsvSource({
        "decimal, ''",
        "decimal, 007",
        "decimal, -7",
        "decimal, 9223372036854775808",
        "decimal, 18446744073709551617", // 1, if it wraps
        "decimal-fixed, 7",
        "decimal-fixed, 9999999999999999999",
        "base62, AzL8n0Y58m8",
        "base62, 1 0",
        "crockford32, 1ty9",
        "crockford32, 1O",
        "crockford32, 8000000000000"
    })
    void refusesEveryOtherText(String format, String text) {
        assertThatThrownBy(() -> IdFormat.of(format).parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'" + text + "' is no id in format " + format + ": it has ");
    }

    @ParameterizedTest
    @CsvSource({
        "decimal, '1 to 19 characters of 0123456789, without zeros in front, and is at most 9223372036854775807'",
        "crockford32-fixed, '13 characters of 0123456789ABCDEFGHJKMNPQRSTVWXYZ, with zeros in front, and is at most 7ZZZZZZZZZZZZ'"
    })
    void saysWhichTextsItReads(String format, String texts) {
        assertThatThrownBy(() -> IdFormat.of(format).parse("a\u001bb"))
                .hasMessage("'a\\u001bb' is no id in format " + format + ": it has " + texts);
    }

    @ParameterizedTest
    @CsvSource({"base64", "base62-fixd", "decimal:0123456789", "Base62", "''"})
    void refusesAFormatThatDoesNotExist(String name) {
        assertThatThrownBy(() -> IdFormat.of(name))
                .hasMessageContainingAll("'" + name + "' is unknown", "decimal, base62 or crockford32", "-fixed");
    }
}
