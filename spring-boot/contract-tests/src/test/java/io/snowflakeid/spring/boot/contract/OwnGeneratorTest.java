package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.spring.boot.SnowflakeAutoConfiguration;
import io.snowflakeid.spring.boot.SnowflakeHibernateSettingsAutoConfiguration;
import io.snowflakeid.spring.boot.actuate.SnowflakeHealth;
import io.snowflakeid.spring.boot.actuate.SnowflakeMonitoringAutoConfiguration;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A generator that the application makes itself: when it is made, and who takes ids from it. */
@ExtendWith(OutputCaptureExtension.class)
class OwnGeneratorTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SnowflakeAutoConfiguration.class,
                    SnowflakeHibernateSettingsAutoConfiguration.class,
                    SnowflakeMonitoringAutoConfiguration.class));

    /** As {@code @MockitoBean} makes it. */
    @Configuration(proxyBeanMethods = false)
    static class Mocked {

        @Bean
        IdGenerator ids() {
            return (IdGenerator) Proxy.newProxyInstance(
                    IdGenerator.class.getClassLoader(),
                    new Class<?>[] {IdGenerator.class},
                    (mock, method, arguments) -> method.getDeclaringClass() == Object.class
                            ? method.invoke(IdGenerator.class, arguments)
                            : method.getReturnType() == long.class ? (Object) 0L : null);
        }
    }

    @Test
    void aMockIsRefusedAndNothingIsStored() {
        try (RunningApplication application = RunningApplication.start(
                List.of(DataJdbcApplication.class, Mocked.class), "spring.data.jpa.repositories.enabled=false")) {
            assertThatThrownBy(() -> application
                            .context()
                            .getBean(DataJdbcApplication.Players.class)
                            .save(new DataJdbcApplication.Player(null, "Ayla")))
                    .hasStackTraceContaining("returned 0 in place of an id")
                    .hasStackTraceContaining("replace a mock by CountingIdGenerator.from(1001)");
        }
    }

    // ---- when it is made, and who watches it

    private static final List<String> MADE = new ArrayList<>();

    private static SnowflakeIdGenerator made(int worker) {
        MADE.add("generator");
        return SnowflakeIdGenerator.on(
                FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, worker).inNamespace("own"));
    }

    /** Spring knows no dependency between the two. */
    @Configuration(proxyBeanMethods = false)
    static class DeclaredByItsInterface {

        @Bean
        String another() {
            MADE.add("another");
            return "another";
        }

        @Bean
        IdGenerator ids() {
            return made(1);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class DeclaredByItsClass {

        @Bean
        SnowflakeIdGenerator ids() {
            return made(2);
        }
    }

    @Test
    void itIsMadeBeforeAllOthersButNotWatchedIfOnlyItsInterfaceIsDeclared() {
        MADE.clear();
        runner.withUserConfiguration(DeclaredByItsInterface.class).run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean(SnowflakeHealth.class);
            assertThat(MADE).containsExactly("generator", "another");
        });
    }

    @Test
    void anApplicationThatIsLazyAsAWholeStillHasItsLeaseAndIsToldOfSettingsWithoutEffect(CapturedOutput output) {
        MADE.clear();
        runner.withUserConfiguration(DeclaredByItsClass.class)
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .withPropertyValues("snowflake.worker=118")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(MADE).containsExactly("generator");
                    assertThat(output)
                            .contains(
                                    "snowflake.* describes a generator that is not made: the application has its own, [ids]");
                });
    }
}
