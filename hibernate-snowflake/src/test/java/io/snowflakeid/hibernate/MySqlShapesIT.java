package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.hibernate.Entities.Plain;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The columns that the schema tool creates on a real MySQL or MariaDB, and the ids read from them. */
class MySqlShapesIT {

    private static final int WORKER = 810;

    @Entity(name = "Voucher")
    static class Voucher {
        @Id
        @GeneratedValue
        @SnowflakeId(format = "base62-fixed")
        @Column(columnDefinition = "char(11) character set ascii collate ascii_bin")
        String code;
    }

    @Entity(name = "Purchase")
    static class Purchase {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;

        @SnowflakeId
        Long orderNumber;
    }

    private HibernateOn hibernate;

    @BeforeEach
    void start() {
        hibernate = HibernateOn.database(
                HibernateOn.newMySqlOrMariaDb(),
                Map.of(SnowflakeSettings.WORKER, WORKER, SnowflakeSettings.AUTO, true),
                Voucher.class,
                Purchase.class,
                Plain.class);
    }

    @AfterEach
    void stop() throws Exception {
        if (hibernate != null) {
            hibernate.close(); // otherwise there is no MySQL, or the start has failed; both were reported
        }
    }

    @Test
    void textsThatDifferInTheirCaseAreDifferentIds() {
        Voucher small = new Voucher();
        small.code = "0aaaaaaaaaa";
        Voucher capital = new Voucher();
        capital.code = "0AAAAAAAAAA";
        hibernate.persisted(small);
        hibernate.persisted(capital);
        Voucher fresh = hibernate.persisted(new Voucher());
        for (Voucher voucher : List.of(small, capital, fresh)) {
            hibernate.inTransaction(session ->
                    assertThat(session.find(Voucher.class, voucher.code).code).isEqualTo(voucher.code));
        }
    }

    @Test
    void aNumberStandsBesideAnAutoIncrement() {
        Purchase purchase = hibernate.persisted(new Purchase());
        assertThat(purchase.id).isEqualTo(1);
        assertThat(SnowflakeLayout.DEFAULT.decode(purchase.orderNumber).worker())
                .isEqualTo(WORKER);
    }

    @Test
    void onlyTheIdentityIsAnAutoIncrementAndNoSequenceTableIsMade() {
        List<String> counted = hibernate.fromTransaction(session -> session.createNativeQuery(
                        "select lower(table_name) from information_schema.columns"
                                + " where table_schema = database() and extra = 'auto_increment'",
                        String.class)
                .getResultList());
        assertThat(counted).containsExactly("purchase");
        List<String> tables = hibernate.fromTransaction(session -> session.createNativeQuery(
                        "select lower(table_name) from information_schema.tables where table_schema = database()"
                                + " order by 1",
                        String.class)
                .getResultList());
        assertThat(tables).containsExactly("plain", "purchase", "voucher");
        assertThat(SnowflakeLayout.DEFAULT
                        .decode(hibernate.persisted(new Plain()).id)
                        .worker())
                .isEqualTo(WORKER);
    }
}
