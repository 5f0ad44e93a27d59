package io.snowflakeid.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.IdBatch;
import io.snowflakeid.IdSource;
import io.snowflakeid.SnowflakeLayout;
import jakarta.persistence.GeneratedValue;
import java.util.List;
import java.util.Map;
import org.apache.ibatis.plugin.PluginException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rows whose annotation names a generator get its numbers, and all others get ids of the interceptor's own generator. */
class NamedGeneratorTest {

    private static final String EACH = Inserts.each("list");

    private final PredictableIds numbers = new PredictableIds();
    private final SnowflakeInterceptor interceptor =
            new SnowflakeInterceptor(CountingIdGenerator.from(SnowflakeLayout.DEFAULT, 5001));

    /** As segments, without a layout. */
    private final IdSource invoices = new IdSource() {
        @Override
        public long nextId() {
            return numbers.nextId();
        }

        @Override
        public IdBatch reserve(int count) {
            return numbers.reserve(count);
        }
    };

    @RegisterExtension
    final Inserts inserts = new Inserts(interceptor);

    @BeforeEach
    void add() {
        interceptor.addGenerator("invoices", invoices);
    }

    static class Named {
        final String name;

        Named(String name) {
            this.name = name;
        }
    }

    static class Order extends Named {
        @GeneratedValue(generator = "a sequence that only Hibernate uses")
        @SnowflakeId
        Long id;

        Order(String name) {
            super(name);
        }
    }

    static class Invoice extends Named {
        @SnowflakeId(generator = "invoices")
        private Long id;

        Invoice(String name) {
            super(name);
        }
    }

    static class EntityInvoice extends Named {
        @GeneratedValue(generator = "invoices")
        @io.snowflakeid.hibernate.SnowflakeId
        long id;

        EntityInvoice(String name) {
            super(name);
        }
    }

    static class WithGene extends Named {
        @SnowflakeId(generator = "invoices", geneFrom = "name")
        Long id;

        WithGene(String name) {
            super(name);
        }
    }

    static class Unknown extends Named {
        @SnowflakeId(generator = "invoice")
        Long id;

        Unknown(String name) {
            super(name);
        }
    }

    @Test
    void aRowGetsTheNumberOfTheGeneratorThatItNames() {
        inserts.insert(Inserts.one("#{id}, #{name}"), "", new Order("order"));
        Invoice first = new Invoice("first");
        inserts.insert(Inserts.one("#{id}, #{name}"), "", first);
        assertThat(first.id).isEqualTo(1001);
        inserts.insert(Inserts.one("#{id}, #{name}"), "", new Invoice("second"));
        inserts.insert(Inserts.one("#{id}, #{name}"), "", new EntityInvoice("third"));

        assertThat(inserts.stored())
                .isEqualTo(Map.of("order", "5001", "first", "1001", "second", "1002", "third", "1003"));
    }

    @Test
    void rowsOfOneGeneratorAreReservedAtOnceAndOthersOneByOne() {
        inserts.insert(EACH, "", List.of(new Invoice("a"), new Invoice("b")));
        inserts.insert(EACH, "", List.of(new Invoice("c"), new Order("d")));

        assertThat(inserts.stored()).isEqualTo(Map.of("a", "1001", "b", "1002", "c", "1003", "d", "5001"));
        assertThat(numbers.asked).containsExactly("reserve 2", "next");
    }

    @Test
    void anUnknownNameAndAGeneAreRejected() {
        assertThatThrownBy(() -> inserts.insert(EACH, "", List.of(new Unknown("a"))))
                .rootCause()
                .isInstanceOf(PluginException.class)
                .hasMessage("cannot generate Unknown.id: there is no generator 'invoice', known are [invoices]:"
                        + " call SnowflakeInterceptor.addGenerator, or correct the name");
        assertThatThrownBy(() -> inserts.insert(EACH, "", List.of(new WithGene("a"))))
                .rootCause()
                .hasMessageContaining("needs a gene, but numbers of segments have no gene");
        assertThatThrownBy(() -> interceptor.addGenerator("invoices", invoices))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a generator needs a name of its own, but 'invoices' is empty or taken");
        assertThat(inserts.stored()).isEmpty();
    }
}
