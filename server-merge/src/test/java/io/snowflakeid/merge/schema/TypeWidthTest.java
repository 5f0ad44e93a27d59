package io.snowflakeid.merge.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.schema.Column.Kind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TypeWidthTest {

    @Test
    void integersAreComparedByWhatTheyReach() {
        Column signed = integer("bigint", Long.MIN_VALUE, Long.MAX_VALUE);
        Column unsigned = integer("bigint unsigned", 0, Long.MAX_VALUE);
        Column small = integer("smallint unsigned", 0, 65_535);

        assertThat(TypeWidth.takesAll(signed, small)).isTrue();
        assertThat(TypeWidth.takesAll(unsigned, small)).isTrue();
        assertThat(TypeWidth.takesAll(signed, unsigned)).isFalse();
        assertThat(TypeWidth.takesAll(unsigned, signed)).isFalse();
        assertThat(TypeWidth.takesAll(small, signed)).isFalse();
        assertThat(TypeWidth.takesAll(plain("decimal(20,0)", Kind.DECIMAL), unsigned))
                .isTrue();
        assertThat(TypeWidth.takesAll(plain("decimal(20,1)", Kind.DECIMAL), unsigned))
                .isFalse();
        assertThat(TypeWidth.takesAll(plain("decimal(30,0) unsigned", Kind.DECIMAL), signed))
                .isFalse();
        assertThat(TypeWidth.takesAll(plain("double", Kind.FLOAT), signed)).isFalse();
    }

    private static Column integer(String type, long minimum, long maximum) {
        return new Column("c", type, Kind.INTEGER, false, false, minimum, maximum, null, null, null, null, null);
    }

    private static Column plain(String type, Kind kind) {
        return new Column("c", type, kind, false, false, null, null, null, null, null, null, null);
    }

    @Test
    void decimalsNeedAsManyDigitsOnBothSides() {
        assertThat(takes(Kind.DECIMAL, "decimal(12,2)", "decimal(10,2)")).isTrue();
        assertThat(takes(Kind.DECIMAL, "decimal(12,4)", "decimal(10,2)")).isTrue();
        assertThat(takes(Kind.DECIMAL, "decimal(11,4)", "decimal(10,2)")).isFalse();
        assertThat(takes(Kind.DECIMAL, "decimal(20,1)", "decimal(10,2)")).isFalse();
        assertThat(takes(Kind.DECIMAL, "decimal(20,2) unsigned", "decimal(10,2)"))
                .isFalse();
        assertThat(takes(Kind.FLOAT, "double", "float")).isTrue();
        assertThat(takes(Kind.FLOAT, "float", "double")).isFalse();
        assertThat(takes(Kind.FLOAT, "double(5,2)", "float")).isFalse();
    }

    private static boolean takes(Kind kind, String main, String other) {
        return TypeWidth.takesAll(plain(main, kind), plain(other, kind));
    }

    @Test
    void textsOfATypeThatCountsBytesMayNeedMoreOfThem() {
        Column text = text("text", 65_535L, "utf8mb4");
        Column medium = text("mediumtext", 16_777_215L, "utf8mb4");

        assertThat(TypeWidth.takesAll(text("varchar(40)", 40L, "utf8mb4"), text("varchar(20)", 20L, "utf8mb4")))
                .isTrue();
        assertThat(TypeWidth.takesAll(text("varchar(20)", 20L, "utf8mb4"), text("varchar(40)", 40L, "utf8mb4")))
                .isFalse();
        assertThat(TypeWidth.takesAll(text, text("varchar(16383)", 16_383L, "utf8mb4")))
                .isTrue();
        assertThat(TypeWidth.takesAll(text, text("varchar(20000)", 20_000L, "latin1")))
                .isFalse();
        assertThat(TypeWidth.takesAll(text, text("text", 65_535L, "utf8mb3"))).isTrue();
        assertThat(TypeWidth.takesAll(text, text("text", 65_535L, "latin1"))).isFalse();
        assertThat(TypeWidth.takesAll(medium, text("text", 65_535L, "latin1"))).isTrue();
        assertThat(TypeWidth.takesAll(text, medium)).isFalse();
    }

    private static Column text(String type, @Nullable Long characters, String charset) {
        return new Column("c", type, Kind.TEXT, false, false, null, null, characters, charset, null, null, null);
    }

    @Test
    void blanksAtTheEndAreLostInAFixedLength() {
        assertThat(TypeWidth.takesAll(text("char(40)", 40L, "utf8mb4"), text("varchar(20)", 20L, "utf8mb4")))
                .isFalse();
        assertThat(TypeWidth.takesAll(text("varchar(40)", 40L, "utf8mb4"), text("char(20)", 20L, "utf8mb4")))
                .isTrue();
        assertThat(takes(Kind.BINARY, "binary(20)", "binary(10)")).isFalse();
        assertThat(takes(Kind.BINARY, "varbinary(20)", "binary(10)")).isTrue();
        assertThat(takes(Kind.BINARY, "blob", "varbinary(10)")).isTrue();
        assertThat(takes(Kind.BINARY, "tinyblob", "varbinary(256)")).isFalse();
    }

    @Test
    void listsAreComparedByTheirValues() {
        Column list = text("enum('a','b,)c','it''s')", null, "utf8mb4");

        assertThat(TypeWidth.takesAll(list, text("enum('it''s','a')", null, "utf8mb4")))
                .isTrue();
        assertThat(TypeWidth.takesAll(list, text("enum('b')", null, "utf8mb4"))).isFalse();
        assertThat(TypeWidth.takesAll(list, text("set('a')", null, "utf8mb4"))).isFalse();
        assertThat(TypeWidth.takesAll(list, text("varchar(1)", 1L, "utf8mb4"))).isFalse();
        assertThat(TypeWidth.takesAll(text("varchar(5)", 5L, "utf8mb4"), list)).isTrue();
        assertThat(TypeWidth.takesAll(text("varchar(3)", 3L, "utf8mb4"), list)).isFalse();
    }

    @Test
    void momentsNeedTheSamePartsAndAsManyDigits() {
        assertThat(takes(Kind.TEMPORAL, "datetime(6)", "datetime(3)")).isTrue();
        assertThat(takes(Kind.TEMPORAL, "datetime", "datetime(3)")).isFalse();
        assertThat(takes(Kind.TEMPORAL, "datetime", "date")).isTrue();
        assertThat(takes(Kind.TEMPORAL, "date", "datetime")).isFalse();
        assertThat(takes(Kind.TEMPORAL, "datetime", "timestamp")).isFalse();
        assertThat(takes(Kind.TEMPORAL, "TIMESTAMP", "TIMESTAMP(3)")).isTrue();
        assertThat(takes(Kind.TEMPORAL, "TIMESTAMP", "TIMESTAMP(3) WITH TIME ZONE"))
                .isFalse();
    }

    @Test
    void theRestIsOnlyItself() {
        assertThat(takes(Kind.BIT, "bit(8)", "bit")).isTrue();
        assertThat(takes(Kind.BIT, "bit", "bit(8)")).isFalse();
        assertThat(takes(Kind.SPATIAL, "geometry", "point")).isTrue();
        assertThat(takes(Kind.SPATIAL, "geometry SRID 4326", "point")).isFalse();
        assertThat(takes(Kind.SPATIAL, "point", "geometry")).isFalse();
        assertThat(TypeWidth.takesAll(text("longtext", 4_294_967_295L, "utf8mb4"), plain("json", Kind.JSON)))
                .isTrue();
        assertThat(TypeWidth.takesAll(plain("json", Kind.JSON), text("text", 65_535L, "utf8mb4")))
                .isFalse();
    }
}
