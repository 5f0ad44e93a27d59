package io.snowflakeid.mybatis.idtypes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.Gene;
import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.SnowflakeId;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import java.sql.SQLException;
import java.util.function.BiConsumer;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.plugin.PluginException;
import org.junit.jupiter.api.Test;

/** Where the annotation may stand, whose annotation it may be, and what it may stand on. */
class IdTypesTest {

    static class WithPrimitive {
        @SnowflakeId
        long id;
    }

    static class WithText {
        @SnowflakeId
        String id;
    }

    static class WithInteger {
        @SnowflakeId
        Integer id;
    }

    static class WithSetter {
        @SnowflakeId
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

    static class Base<T> {
        @SnowflakeId
        private T id;

        T id() {
            return id;
        }
    }

    static class Derived extends Base<Long> {}

    static class MarkedByHibernate {
        @io.snowflakeid.hibernate.SnowflakeId(geneFrom = "userId")
        Long id;

        Long userId = 42L;
    }

    static class MarkedByHibernateOnGetter {
        private Long id;

        @io.snowflakeid.hibernate.SnowflakeId
        public Long getId() {
            return id;
        }

        public void setId(Long id) {
            this.id = id;
        }
    }

    static class MarkedOnGetter {
        private Long id;

        @SnowflakeId
        public Long getId() {
            return id;
        }

        public void setId(Long id) {
            this.id = id;
        }
    }

    static class Forgetful {
        @SnowflakeId
        private Long id;

        public Long getId() {
            return id;
        }

        public void setId(Long id) {
            this.id = null;
        }
    }

    interface HasId {
        @SnowflakeId
        Long getId();
    }

    static class MarkedByInterface implements HasId {
        private Long id;

        @Override
        public Long getId() {
            return id;
        }

        public void setId(Long id) {
            this.id = id;
        }
    }

    static class MarkedByBoth {
        @SnowflakeId(geneFrom = "userId")
        @io.snowflakeid.hibernate.SnowflakeId(geneFrom = "userId")
        Long id;

        Long userId = 42L;
    }

    static class MarkedByBothDifferently {
        @SnowflakeId(geneFrom = "userId")
        @io.snowflakeid.hibernate.SnowflakeId
        Long id;

        Long userId = 42L;
    }

    static class MarkedTwice {
        @SnowflakeId
        Long id;

        @SnowflakeId
        Long number;
    }

    static class Voucher {
        @SnowflakeId(format = "base62")
        String id;
    }

    static class Fixed {
        private String id;

        @SnowflakeId(format = "crockford32-fixed")
        public String getId() {
            return id;
        }

        public void setId(String id) {
            this.id = id;
        }
    }

    static class OfHibernate {
        @io.snowflakeid.hibernate.SnowflakeId(format = "base62-fixed")
        String id;
    }

    static class Named {
        String id;
    }

    static class Numeric {
        @SnowflakeId(format = "base62")
        Long id;
    }

    static class Unknown {
        @SnowflakeId(format = "base36")
        String id;
    }

    static class Redemption {
        @SnowflakeId(geneOf = "voucher")
        Long id;

        Voucher voucher;
    }

    static class RedemptionById {
        @SnowflakeId(geneOf = "voucher.id")
        Long id;

        Voucher voucher;
    }

    static class Receipt {
        @SnowflakeId(geneOf = "voucherId", format = "base62")
        String id;

        String voucherId;
    }

    interface Mapper {
        @Insert("INSERT INTO t (x) VALUES (#{id})")
        void any(Object row);

        @Insert("INSERT INTO t (x) VALUES (#{id})")
        @Options(keyProperty = "id")
        void keyed(Object row);
    }

    private static final SnowflakeLayout WITH_GENE = SnowflakeLayout.DEFAULT.withGene(6);

    private <T> T inserted(PredictableIds ids, T row) {
        return inserted(ids, Mapper::any, row);
    }

    private <T> T inserted(PredictableIds ids, BiConsumer<Mapper, Object> insert, T row) {
        try (World world = World.onH2(new SnowflakeInterceptor(ids), Mapper.class, "CREATE TABLE t (x VARCHAR(40))")) {
            world.call(Mapper.class, mapper -> insert.accept(mapper, row));
            return row;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private <T> T inserted(T row) {
        return inserted(new PredictableIds(), row);
    }

    @Test
    void aPrimitiveZeroIsUnset() {
        WithPrimitive preset = new WithPrimitive();
        preset.id = 7;

        assertThat(inserted(new WithPrimitive()).id).isEqualTo(1001);
        assertThat(inserted(preset).id).isEqualTo(7);
    }

    @Test
    void aTextGetsTheDecimalForm() {
        WithText preset = new WithText();
        preset.id = "mine";

        assertThat(inserted(new WithText()).id).isEqualTo("1001");
        assertThat(inserted(preset).id).isEqualTo("mine");
    }

    @Test
    void anotherTypeIsRefusedByName() {
        assertThatThrownBy(() -> inserted(new WithInteger()))
                .rootCause()
                .isInstanceOf(PluginException.class)
                .hasMessage("cannot generate WithInteger.id: @SnowflakeId needs long, Long or String, found Integer");
    }

    @Test
    void theSetterIsUsedWhereThereIsOne() {
        assertThat(inserted(new WithSetter()).seen).isEqualTo("set 1001");
    }

    @Test
    void fieldsOfSuperclassesCount() {
        assertThat(inserted(new Derived()).id()).isEqualTo(1001);
    }

    @Test
    void hibernatesAnnotationCountsOnAFieldAndOnAGetter() {
        MarkedByHibernate row = inserted(new PredictableIds(WITH_GENE), new MarkedByHibernate());

        assertThat(WITH_GENE.geneIn(row.id)).isEqualTo(Gene.of(42, 6));
        assertThat(inserted(new MarkedByHibernateOnGetter()).getId()).isEqualTo(1001);
    }

    @Test
    void aGetterMayCarryTheAnnotationItselfOrThroughAnInterface() {
        assertThat(inserted(new MarkedOnGetter()).getId()).isEqualTo(1001);
        assertThat(inserted(new MarkedByInterface()).getId()).isEqualTo(1001);
    }

    @Test
    void aSetterThatDoesNotKeepTheIdIsNamed() {
        assertThatThrownBy(() -> inserted(new Forgetful()))
                .rootCause()
                .hasMessageContainingAll(
                        "the statement binds #{id}",
                        "Forgetful.id is unset again right after it was set",
                        "let the setter and the getter of Forgetful.id keep its value");
    }

    @Test
    void bothAnnotationsOnOnePropertyMustAgree() {
        assertThat(inserted(new PredictableIds(WITH_GENE), new MarkedByBoth()).id)
                .isNotNull();
        assertThatThrownBy(() -> inserted(new MarkedByBothDifferently()))
                .rootCause()
                .hasMessageContainingAll(
                        "cannot generate ids of MarkedByBothDifferently",
                        "@SnowflakeId marks id twice",
                        "different attributes",
                        "leave one of them");
    }

    @Test
    void twoMarkedPropertiesAreRefused() {
        assertThatThrownBy(() -> inserted(new MarkedTwice()))
                .rootCause()
                .hasMessage(
                        "cannot generate ids of MarkedTwice: @SnowflakeId marks both id and number; leave one of them");
    }

    private static long idAt(int number) {
        return (PredictableIds.FIRST + number) << 6;
    }

    @Test
    void aTextHasTheFormThatItsMarkNames() {
        PredictableIds ids = new PredictableIds(WITH_GENE);

        assertThat(inserted(ids, new Voucher()).id).isEqualTo(IdFormat.BASE62.format(idAt(0)));
        assertThat(inserted(ids, new Fixed()).getId())
                .isEqualTo(IdFormat.CROCKFORD32.fixedWidth().format(idAt(1)))
                .hasSize(13);
        assertThat(inserted(ids, new OfHibernate()).id)
                .isEqualTo(IdFormat.BASE62.fixedWidth().format(idAt(2)))
                .hasSize(11);
        assertThat(inserted(ids, Mapper::keyed, new Named()).id)
                .as("without a mark")
                .isEqualTo(Long.toString(idAt(3)));
    }

    @Test
    void aChildReadsItsParentsTextInTheParentsForm() {
        Voucher voucher = new Voucher();
        voucher.id = IdFormat.BASE62.format(64 * 77_777L + 37);
        Redemption redemption = new Redemption();
        redemption.voucher = voucher;
        RedemptionById byId = new RedemptionById();
        byId.voucher = voucher;
        Receipt receipt = new Receipt();
        receipt.voucherId = voucher.id;
        PredictableIds ids = new PredictableIds(WITH_GENE);

        assertThat(WITH_GENE.geneIn(inserted(ids, redemption).id)).isEqualTo(37);
        assertThat(WITH_GENE.geneIn(inserted(ids, byId).id)).isEqualTo(37);
        assertThat(WITH_GENE.geneIn(IdFormat.BASE62.parse(inserted(ids, receipt).id)))
                .isEqualTo(37);
    }

    @Test
    void aFormThatCannotBeIsRefused() {
        assertThatThrownBy(() -> inserted(new Numeric()))
                .rootCause()
                .isInstanceOf(PluginException.class)
                .hasMessage(
                        "cannot generate Numeric.id: format = \"base62\" is for a String, found Long; make it a String,"
                                + " or leave out the format");
        assertThatThrownBy(() -> inserted(new Unknown()))
                .hasMessageContaining("cannot generate Unknown.id: id format 'base36' is unknown");
    }
}
