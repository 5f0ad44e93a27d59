package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Column.Kind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeWidthTest {

    @Test
    void integersAreComparedByTheirRanges() {
        Column signed = integer("bigint", Long.MIN_VALUE, Long.MAX_VALUE);
        Column unsigned = integer("bigint unsigned", 0, Long.MAX_VALUE);
        Column small = integer("smallint unsigned", 0, 65_535);

        assertThat(TypeWidth.holdsAll(signed, small)).isTrue();
        assertThat(TypeWidth.holdsAll(unsigned, small)).isTrue();
        assertThat(TypeWidth.holdsAll(signed, unsigned)).isFalse();
        assertThat(TypeWidth.holdsAll(unsigned, signed)).isFalse();
        assertThat(TypeWidth.holdsAll(small, signed)).isFalse();
    }

    private static Column integer(String type, long minimum, long maximum) {
        return new Column("c", type, Kind.INTEGER, false, false, minimum, maximum, null, null, null, null, null);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            decimal(12,2)          | decimal(10,2)      | true
            decimal(12,4)          | decimal(10,2)      | true
            double                 | float              | true
            bit(8)                 | bit(1)             | true
            varbinary(20)          | varbinary(10)      | true
            blob                   | tinyblob           | true
            datetime(6)            | datetime(3)        | true
            datetime(3)            | datetime           | true
            char(40)               | char(20)           | true
            varchar(40)            | char(20)           | true
            "enum('a','b')"        | "enum('a')"        | true
            "set('a','b')"         | "set('a')"         | true
            datetime               | date               | true
            decimal(11,4)          | decimal(10,2)      | false
            decimal(20,1)          | decimal(10,2)      | false
            decimal(20,2) unsigned | decimal(10,2)      | false
            double(5,2)            | float              | false
            double                 | decimal(10,2)      | false
            double                 | bigint             | false
            datetime               | timestamp          | false
            char(40)               | varchar(20)        | false
            varchar(255)           | text               | false
            binary(20)             | binary(10)         | false
            "enum('a','bc')"       | "enum('a','b')"    | false
            "enum('b','a')"        | "enum('a')"        | false
            "enum('a','b')"        | "set('a')"         | false
            geometry               | point              | false
            json                   | longtext           | false
            NUMERIC(9, 2)          | NUMERIC(8, 1)      | false
            """)
    void aWiderTypeHoldsAllAndOtherTypesDoNot(String main, String other, boolean holdsAll) {
        assertThat(TypeWidth.holdsAll(plain(main), plain(other))).isEqualTo(holdsAll);
        assertThat(TypeWidth.holdsAll(plain(other), plain(main))).isFalse();
    }

    private static Column plain(String type) {
        return text(type, null, null);
    }

    private static Column text(String type, @Nullable Long characters, @Nullable String charset) {
        return new Column("c", type, Kind.OTHER, false, false, null, null, characters, charset, null, null, null);
    }

    @Test
    void aTypeThatCountsBytesNeedsFourForEachCharacter() {
        Column text = text("text", 65_535L, "utf8mb4");

        assertThat(TypeWidth.holdsAll(text, text("varchar(16383)", 16_383L, "utf8mb4")))
                .isTrue();
        assertThat(TypeWidth.holdsAll(text, text("varchar(16384)", 16_384L, "utf8mb4")))
                .isFalse();
        assertThat(TypeWidth.holdsAllCharacters(text, text("text", 65_535L, "utf8mb3")))
                .isTrue();
        assertThat(TypeWidth.holdsAllCharacters(text, text("text", 65_535L, "latin1")))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "utf8mb4, utf8mb3, true",
        "utf8mb4, gbk, true",
        "utf8mb3, latin1, true",
        "latin1, ascii, true",
        "utf8mb3, utf8mb4, false",
        "utf8mb3, gbk, false",
        "latin1, utf8mb3, false",
        "latin1, latin2, false",
        "utf16, utf8mb4, false"
    })
    void aCharacterSetHasTheCharactersOfAnother(String main, String other, boolean all) {
        Column column = text("varchar(20)", 20L, main);

        assertThat(TypeWidth.holdsAllCharacters(column, text("varchar(20)", 20L, other)))
                .isEqualTo(all);
    }
}
