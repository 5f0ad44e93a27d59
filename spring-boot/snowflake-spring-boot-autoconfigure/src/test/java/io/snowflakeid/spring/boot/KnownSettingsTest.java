package io.snowflakeid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

class KnownSettingsTest {

    /** As Boot binds them: a record that is nested is a group. */
    private static Stream<String> boundBy(Class<?> properties) {
        return Stream.of(properties.getRecordComponents()).flatMap(component -> {
            String name = dashed(component);
            return component.getType().isRecord()
                    ? boundBy(component.getType()).map(below -> name + "." + below)
                    : Stream.of(name);
        });
    }

    private static String dashed(RecordComponent component) {
        return component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private static Stream<String> names() {
        return Stream.concat(KnownSettings.OF_GENERATOR.stream(), KnownSettings.OF_APPLICATION.stream());
    }

    private static String meantBy(String name) {
        return KnownSettings.meantBy(ConfigurationPropertyName.of(name));
    }

    private static ConfigurationPropertyName variable(String name) {
        return ConfigurationPropertyName.adapt(name.toLowerCase(Locale.ROOT), '_');
    }

    @Test
    void theNamesOfAGeneratorAreThoseThatAreBound() {
        assertThat(KnownSettings.OF_GENERATOR)
                .isSorted()
                .containsExactlyInAnyOrderElementsOf(
                        boundBy(GeneratorProperties.class).toList());
    }

    @Test
    void theNamesOfTheApplicationAreThoseThatAreBoundAndTheirGroups() {
        assertThat(KnownSettings.OF_APPLICATION)
                .isSorted()
                .containsExactlyInAnyOrderElementsOf(Stream.of(
                                boundBy(SnowflakeProperties.class),
                                boundBy(DataJdbcProperties.class).map("data-jdbc."::concat),
                                Stream.of("hibernate", "mybatis", "meters"))
                        .flatMap(names -> names)
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "snowflake.legder.scope,                  snowflake.ledger.scope",
        "snowflake.ledgers.data-source,           snowflake.ledger.data-source",
        "snowflake.workr,                         snowflake.worker",
        "snowflake.worker-id,                     snowflake.worker",
        "snowflake.layuot,                        snowflake.layout",
        "snowflake.name-spaec,                    snowflake.namespace",
        "snowflake.jsn,                           snowflake.json",
        "snowflake.enable,                        snowflake.enabled",
        "snowflake.required-life-tme,             snowflake.required-lifetime",
        "snowflake.generator.audit.worker,        snowflake.generators.audit.worker",
        "snowflake.hibernat.auto,                 snowflake.hibernate.auto",
        "snowflake.hibernate.colums,              snowflake.hibernate.columns",
        "snowflake.mybatis.anotated-only,         snowflake.mybatis.annotated-only",
        "snowflake.meters.worker,                 snowflake.meters.workers",
        "snowflake.data-jdb.all-ids,              snowflake.data-jdbc.all-ids",
        "snowflake.data-jdbc.all-id,              snowflake.data-jdbc.all-ids",
        "snowflake.ledger.scop,                   snowflake.ledger.scope",
        "snowflake.generators.audit.namespce,     snowflake.generators.audit.namespace",
        "snowflake.generators.audit.ledgr.scope,  snowflake.generators.audit.ledger.scope",
        "snowflake.generators.audit.ledger.scpoe, snowflake.generators.audit.ledger.scope",
    })
    void aSlipOfTheHandIsTold(String written, String meant) {
        assertThat(meantBy(written)).isEqualTo(meant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "account",
                "account-name",
                "account-url",
                "application",
                "authenticator",
                "connection.url",
                "database",
                "db",
                "host",
                "ingestion.method",
                "insecure-mode",
                "jdbc.url",
                "login-timeout",
                "network-timeout",
                "passcode",
                "password",
                "port",
                "private-key",
                "private-key-file",
                "private.key",
                "proxy-host",
                "query-timeout",
                "region",
                "role",
                "role.name",
                "schema",
                "schema.name",
                "stage",
                "table",
                "timezone",
                "token",
                "topic2table.map",
                "tracing",
                "url",
                "url.name",
                "user",
                "user.name",
                "username",
                "warehouse",
                "data-source",
                "datasource.url",
                "scope",
                "order",
                "broker"
            })
    void aNameOfAnotherProductIsNoSlip(String name) {
        assertThat(meantBy("snowflake." + name)).isNull();
        assertThat(KnownSettings.meantBy(variable("SNOWFLAKE_" + name.replaceAll("[-.]", "_"))))
                .isNull();
    }

    @Test
    void whatIsKnownIsNoSlipHoweverItIsSpelt() {
        assertThat(names()).allSatisfy(name -> {
            assertThat(meantBy("snowflake." + name)).isNull();
            assertThat(meantBy("snowflake." + name + ".below")).isNull();
            for (String separator : new String[] {"", "_"}) {
                String variable = "SNOWFLAKE_" + name.replace("-", separator).replace('.', '_');
                assertThat(KnownSettings.meantBy(variable(variable)))
                        .as(variable)
                        .isNull();
            }
        });
        assertThat(KnownSettings.OF_GENERATOR).allSatisfy(name -> {
            String variable = "SNOWFLAKE_GENERATORS_AUDIT_" + name.replaceAll("[-.]", "_");
            assertThat(KnownSettings.meantBy(variable(variable))).as(variable).isNull();
        });
    }

    @Test
    void aDashIsNoSlip() {
        assertThat(KnownSettings.contains(ConfigurationPropertyName.of("snowflake.lay-out")))
                .isTrue();
        assertThat(meantBy("snowflake.lay-out")).isNull();
    }
}
