package io.snowflakeid.mybatis.textid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.SnowflakeId;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.plugin.PluginException;
import org.junit.jupiter.api.Test;

/** Ids as texts, in each form; a child reads its parent's text in the parent's own form. */
class TextIdTest {

    private static final SnowflakeLayout WITH_GENE = SnowflakeLayout.DEFAULT.withGene(6);

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
        @Insert("INSERT INTO t (id) VALUES (#{id})")
        void insert(Object row);

        @Insert("INSERT INTO t (id) VALUES (#{id})")
        @Options(keyProperty = "id")
        void keyed(Object row);
    }

    private final PredictableIds ids = new PredictableIds(WITH_GENE);

    private void call(Consumer<Mapper> call) {
        try (World world = World.onH2(new SnowflakeInterceptor(ids), Mapper.class, "CREATE TABLE t (id VARCHAR(40))")) {
            world.call(Mapper.class, call);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static long idAt(int number) {
        return (PredictableIds.FIRST + number) << 6;
    }

    @Test
    void aTextHasTheFormThatItsMarkNames() {
        Voucher voucher = new Voucher();
        Fixed fixed = new Fixed();
        OfHibernate ofHibernate = new OfHibernate();
        Named named = new Named();

        call(mapper -> {
            mapper.insert(voucher);
            mapper.insert(fixed);
            mapper.insert(ofHibernate);
            mapper.keyed(named);
        });

        assertThat(voucher.id).isEqualTo(IdFormat.BASE62.format(idAt(0)));
        assertThat(fixed.getId())
                .isEqualTo(IdFormat.CROCKFORD32.fixedWidth().format(idAt(1)))
                .hasSize(13);
        assertThat(ofHibernate.id)
                .isEqualTo(IdFormat.BASE62.fixedWidth().format(idAt(2)))
                .hasSize(11);
        assertThat(named.id).as("without a mark").isEqualTo(Long.toString(idAt(3)));
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

        call(mapper -> {
            mapper.insert(redemption);
            mapper.insert(byId);
            mapper.insert(receipt);
        });

        assertThat(WITH_GENE.geneIn(redemption.id)).isEqualTo(37);
        assertThat(WITH_GENE.geneIn(byId.id)).isEqualTo(37);
        assertThat(WITH_GENE.geneIn(IdFormat.BASE62.parse(receipt.id))).isEqualTo(37);
    }

    @Test
    void aFormThatCannotBeIsRefused() {
        assertThatThrownBy(() -> call(mapper -> mapper.insert(new Numeric())))
                .rootCause()
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll(
                        "cannot generate Numeric.id",
                        "format = \"base62\" is for a String",
                        "found Long",
                        "make it a String",
                        "or leave out the format");
        assertThatThrownBy(() -> call(mapper -> mapper.insert(new Unknown())))
                .hasMessageContaining("cannot generate Unknown.id: id format 'base36' is unknown");
    }
}
