package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.spring.boot.contract.jpa.JpaApplication;
import io.snowflakeid.spring.boot.contract.missing.MisspeltApplication;
import io.snowflakeid.spring.boot.contract.sister.SisterApplication;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** An entity that asks for ids of a generator that is not there is told by the names of {@code snowflake.*}. */
class MissingGeneratorTest {

    @Test
    void theNameIsMisspelt() {
        FailureAnalysis failure = FailedStart.of(
                MisspeltApplication.class,
                "snowflake.worker=110",
                "snowflake.generators.audit.worker=111",
                "snowflake.generators.orders.worker=112");
        assertThat(failure.getDescription())
                .startsWith(
                        "Entry.id wants ids of generator 'aduit', and there is none of that name; there are audit, orders.\n\n"
                                + "What is set of snowflake.*:\n\n    snowflake.generators.audit.worker=111  (");
        assertThat(failure.getAction())
                .isEqualTo(
                        "Did you mean 'audit'? Correct the name in @GeneratedValue(generator = \"aduit\"), or describe such a"
                                + " generator by snowflake.generators.aduit.ledger.data-source and snowflake.generators.aduit.ledger.scope,"
                                + " or by snowflake.generators.aduit.worker.");
    }

    @Test
    void noGeneratorHasAName() {
        FailureAnalysis failure = FailedStart.of(MisspeltApplication.class, "snowflake.worker=113");
        assertThat(failure.getDescription())
                .startsWith(
                        "Entry.id wants ids of generator 'aduit', and there is none of that name; there are none with names.\n");
        assertThat(failure.getAction()).startsWith("Correct the name in @GeneratedValue(generator = \"aduit\"), or");
    }

    @Test
    void allGeneratorsHaveNames() {
        FailureAnalysis failure = FailedStart.of(JpaApplication.class, "snowflake.generators.audit.worker=114");
        assertThat(failure.getDescription())
                .startsWith(
                        "Hero.id wants ids of the generator without a name, and Hibernate was handed none: all that there are have"
                                + " names, or");
        assertThat(failure.getAction())
                .startsWith("Name a generator, @GeneratedValue(generator = \"NAME\"), or describe");
    }

    @Test
    void whatElseHibernateIsRefusedIsShownAsItSays() {
        FailureAnalysis failure = FailedStart.of(SisterApplication.class, "snowflake.worker=118");
        assertThat(failure.getDescription())
                .startsWith("cannot generate Letter.id: io.snowflakeid.spring.boot.contract.sister.Letter.id bears"
                        + " @io.snowflakeid.mybatis.SnowflakeId, which Hibernate does not read: import"
                        + " io.snowflakeid.hibernate.SnowflakeId in its place, which MyBatis reads as well, or let it bear"
                        + " both.\n\nWhat is set of snowflake.*:");
        assertThat(failure.getAction())
                .isEqualTo("Correct the entity as it says; docs/hibernate.md lists what is refused, and why.");
    }

    @Test
    void allIsSwitchedOff() {
        FailureAnalysis named =
                FailedStart.of(MisspeltApplication.class, "snowflake.enabled=false", "snowflake.worker=115");
        assertThat(named.getDescription())
                .startsWith(
                        "Entry.id wants ids of generator 'aduit', and snowflake.enabled=false: nothing of snowflake.* is set up.\n");
        assertThat(named.getAction())
                .isEqualTo("Remove snowflake.enabled=false. Or say to Hibernate itself where these ids come from, by"
                        + " spring.jpa.properties.hibernate.snowflake.aduit.worker, or by .ledger and .ledger.scope in its place;"
                        + " docs/hibernate.md explains them.");

        FailureAnalysis unnamed = FailedStart.of(JpaApplication.class, "snowflake.enabled=false");
        assertThat(unnamed.getDescription()).startsWith("Hero.id wants ids, and snowflake.enabled=false: nothing of");
        assertThat(unnamed.getAction()).contains("by spring.jpa.properties.hibernate.snowflake.worker, or by .ledger");
    }
}
