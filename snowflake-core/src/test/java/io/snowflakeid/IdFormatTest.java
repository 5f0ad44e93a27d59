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
        "decimal, '', is empty",
        "decimal, 007, 'begins with the digit for 0: if it was padded, read it with decimal-fixed'",
        "decimal, -7, 'has ''-'' at position 0, which is none of 0123456789'",
        "decimal, 9223372036854775808, 'is larger than 9223372036854775807, the largest id'",
        "decimal, 10000000000000000000, 'has 20 characters, more than 19'",
        "decimal-fixed, 7, has 1 characters instead of 19",
        "decimal-fixed, 9999999999999999999, 'is larger than 9223372036854775807, the largest id'",
        "base62, AzL8n0Y58m8, 'is larger than AzL8n0Y58m7, the largest id'",
        "base62, 1 0, 'has U+0020 at position 1, which is none of 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'",
        "crockford32, 1ty9, 'has ''t'' at position 1, which is none of 0123456789ABCDEFGHJKMNPQRSTVWXYZ'",
        "crockford32, 1O, 'has ''O'' at position 1, which is none of 0123456789ABCDEFGHJKMNPQRSTVWXYZ'",
        "crockford32, 8000000000000, 'is larger than 7ZZZZZZZZZZZZ, the largest id'"
    })
    void refusesEveryOtherText(String format, String text, String why) {
        assertThatThrownBy(() -> IdFormat.of(format).parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text + "' is no id in format " + format + ": it " + why);
    }

    @ParameterizedTest
    @CsvSource({"base64", "base62-fixd", "decimal:0123456789", "Base62", "''"})
    void refusesAFormatThatDoesNotExist(String name) {
        assertThatThrownBy(() -> IdFormat.of(name))
                .hasMessageContainingAll("'" + name + "' is unknown", "decimal, base62 or crockford32", "-fixed");
    }
}
