package io.snowflakeid.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.snowflakeid.IdFormat;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The places, kinds and types of annotated ids. */
class IdTypesTest {

    static class WithPrimitive {
        @SnowflakeId
        long id;

        WithPrimitive(long id) {
            this.id = id;
        }
    }

    static class WithText {
        @SnowflakeId
        String id;

        WithText(String id) {
            this.id = id;
        }
    }

    static class WithInteger {
        @SnowflakeId
        Integer id;
    }

    static class Unmarked {
        private Long id;
        String seen = "";

        public Long getId() {
            return id;
        }

        public void setId(Long id) {
            this.id = id;
            seen += "set " + id;
        }
    }

    static class OnGetter extends Unmarked {
        @Override
        @SnowflakeId
        public Long getId() {
            return super.getId();
        }
    }

    interface HasId {
        @SnowflakeId
        Long getId();
    }

    static class OnInterface extends Unmarked implements HasId {}

    static class Base<T> {
        @SnowflakeId
        T id;
    }

    static class Derived extends Base<Long> {}

    static class OfBoth {
        @SnowflakeId
        @io.snowflakeid.hibernate.SnowflakeId
        Long id;
    }

    static class OfBothDifferently {
        @SnowflakeId(geneFrom = "userId")
        @io.snowflakeid.hibernate.SnowflakeId
        Long id;

        Long userId = 42L;
    }

    static class Twice {
        @SnowflakeId
        Long id;

        @SnowflakeId
        Long number;
    }

    static class Voucher {
        @SnowflakeId(format = "base62")
        String id;
    }

    static class OfHibernate {
        @io.snowflakeid.hibernate.SnowflakeId(format = "base62-fixed")
        String id;
    }

    static class Named {
        String id;
    }

    static class NamedInteger {
        Integer id;
    }

    static class Numeric {
        @SnowflakeId(format = "base62")
        Long id;
    }

    static class Unknown {
        @SnowflakeId(format = "base36")
        String id;
    }

    private static final String INSERT = "INSERT INTO hero (id, name) VALUES (1, #{id})";

    private static String inserted(Object row, String keyProperty) {
        try (Inserts inserts = new Inserts(new SnowflakeInterceptor(new PredictableIds()))) {
            inserts.insert(INSERT, keyProperty, row);
            return inserts.setup.query("SELECT name FROM hero").get(0);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    static Stream<Arguments> rows() {
        return Stream.of(
                arguments(new WithPrimitive(0), "1001"),
                arguments(new WithPrimitive(7), "7"),
                arguments(new WithText(null), "1001"),
                arguments(new WithText("mine"), "mine"),
                arguments(new OnGetter(), "1001"),
                arguments(new OnInterface(), "1001"),
                arguments(new Derived(), "1001"),
                arguments(new OfBoth(), "1001"),
                arguments(new Voucher(), IdFormat.BASE62.format(1001)),
                arguments(new OfHibernate(), IdFormat.BASE62.fixedWidth().format(1001)));
    }

    @ParameterizedTest
    @MethodSource
    void rows(Object row, String id) {
        assertThat(inserted(row, "")).isEqualTo(id);
    }

    @Test
    void aTextWithoutAMarkIsDecimal() {
        assertThat(inserted(new Named(), "id")).isEqualTo("1001");
    }

    @Test
    void theSetterIsUsedWhereThereIsOne() {
        OnGetter row = new OnGetter();
        inserted(row, "");
        assertThat(row.seen).isEqualTo("set 1001");
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                arguments(
                        new WithInteger(),
                        "cannot generate WithInteger.id: @SnowflakeId needs long, Long or String, found Integer"),
                arguments(
                        new NamedInteger(),
                        "cannot generate NamedInteger.id: keyProperty without @SnowflakeId needs long, Long or String, found"
                                + " Integer; use one of them, or generate ids for @SnowflakeId only (annotatedOnly)"),
                arguments(
                        new OfBothDifferently(),
                        "cannot generate ids of OfBothDifferently: @SnowflakeId marks id twice, with different attributes;"
                                + " remove one of them"),
                arguments(
                        new Twice(),
                        "cannot generate ids of Twice: @SnowflakeId marks both id and number; remove one of them"),
                arguments(
                        new Numeric(),
                        "cannot generate Numeric.id: format = \"base62\" is for a String, found Long; make it a String,"
                                + " or remove the format"),
                arguments(new Unknown(), "cannot generate Unknown.id: id format 'base36' is unknown"));
    }

    @ParameterizedTest
    @MethodSource
    void refused(Object row, String message) {
        String keyProperty = row instanceof NamedInteger ? "id" : "";
        assertThatThrownBy(() -> inserted(row, keyProperty)).cause().hasMessageStartingWith(message);
    }
}
