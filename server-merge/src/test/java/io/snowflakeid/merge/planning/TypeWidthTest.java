package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Column.Kind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeWidthTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            bigint                 | smallint unsigned  | true
            bigint unsigned        | smallint unsigned  | true
            bigint                 | bigint unsigned    | false
            bigint unsigned        | bigint             | false
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
        if (!type.matches("(big|small)int.*")) {
            return text(type, null, null);
        }
        long least = type.endsWith(" unsigned") ? 0 : Long.MIN_VALUE;
        long greatest = type.startsWith("small") ? 65_535 : Long.MAX_VALUE;
        return new Column("c", type, Kind.INTEGER, false, false, least, greatest, null, null, null, null, null);
    }

    private static Column text(String type, @Nullable Long characters, @Nullable String charset) {
        return new Column("c", type, Kind.OTHER, false, false, null, null, characters, charset, null, null, null);
    }

    /** A type that counts bytes needs four for each character. */
    @ParameterizedTest
    @CsvSource({"16383, true", "16384, false"})
    void aTextHoldsTheTextsOfFewerCharacters(long characters, boolean holdsAll) {
        Column other = text("varchar(" + characters + ")", characters, "utf8mb4");

        assertThat(TypeWidth.holdsAll(text("text", 65_535L, "utf8mb4"), other)).isEqualTo(holdsAll);
    }

    @ParameterizedTest
    @CsvSource({
        "varchar(20), utf8mb4, utf8mb3, true",
        "varchar(20), utf8mb4, gbk, true",
        "varchar(20), utf8mb3, latin1, true",
        "varchar(20), latin1, ascii, true",
        "varchar(20), utf8mb3, utf8mb4, false",
        "varchar(20), utf8mb3, gbk, false",
        "varchar(20), latin1, utf8mb3, false",
        "varchar(20), latin1, latin2, false",
        "varchar(20), utf16, utf8mb4, false",
        "text, utf8mb4, utf8mb3, true",
        "text, utf8mb4, latin1, false"
    })
    void aCharacterSetHasTheCharactersOfAnother(String type, String main, String other, boolean all) {
        assertThat(TypeWidth.holdsAllCharacters(text(type, 20L, main), text(type, 20L, other)))
                .isEqualTo(all);
    }
}
