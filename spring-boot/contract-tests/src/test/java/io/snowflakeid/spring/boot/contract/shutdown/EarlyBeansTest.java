package io.snowflakeid.spring.boot.contract.shutdown;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import io.snowflakeid.spring.boot.contract.RunningApplication;
import io.snowflakeid.spring.boot.contract.shutdown.ShutdownTest.Diary;
import io.snowflakeid.spring.boot.contract.shutdown.ShutdownTest.Notes;
import io.snowflakeid.spring.boot.contract.shutdown.ShutdownTest.PlainExecutor;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;

/** What Spring makes before the generators is closed after all others, and gets its ids until the ledger's data source is closed. */
class EarlyBeansTest {

    private static final long PATIENCE_SECONDS = 20;

    private static RunningApplication start(Class<?> application, String web) {
        return RunningApplication.start(
                application,
                "snowflake.ledger.data-source=dataSource",
                "spring.main.web-application-type=" + web,
                "snowflake.ledger.scope=shared",
                // scripts would let Spring know that generators need the data source
                "spring.sql.init.mode=never",
                // Hibernate would make the generator early
                "spring.data.jpa.repositories.enabled=false",
                "spring.autoconfigure.exclude=org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration,"
                        + "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration");
    }

    /** The last thing that the executor does before it is closed. */
    private static void whenItEnds(PlainExecutor executor, Runnable task) {
        executor.threads.execute(() -> {
            try {
                if (executor.ending.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    task.run();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    @Timeout(60)
    void aFilterAndWhatItNeedsInsertWhileTheApplicationStops() throws Exception {
        RunningApplication application = start(WithFilter.class, "servlet");
        Diary diary = application.context().getBean(Diary.class);
        Notes notes = application.context().getBean(Notes.class);
        SlowFilter filter = application.context().getBean(SlowFilter.class);
        whenItEnds(application.context().getBean(PlainExecutor.class), () -> notes.insert("task"));

        CompletableFuture<String> request = CompletableFuture.supplyAsync(() -> application.post("/any", "{}"));
        assertThat(filter.inFlight.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> stop = CompletableFuture.runAsync(application::close);
        assertThat(diary.closing.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        filter.goOn.countDown();

        assertThat(request.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo("inserted");
        stop.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(diary.entries).containsExactly("request in a filter", "task", "worker given back");
    }

    @Test
    @Timeout(60)
    void whatOutlivesTheGeneratorOutlivesTheDataSourceOfTheLedgerToo() {
        RunningApplication application = start(WithPostProcessor.class, "none");
        Diary diary = application.context().getBean(Diary.class);
        HikariDataSource pool = application.context().getBean(HikariDataSource.class);
        whenItEnds(
                application.context().getBean(PlainExecutor.class),
                () -> diary.entries.add("data source closed: " + pool.isClosed()));

        application.close();

        assertThat(diary.entries).containsExactly("worker given back", "data source closed: true");
    }

    @Test
    @Timeout(60)
    void whatDependsOnTheDataSourceOutlivesNeither() {
        RunningApplication application = start(WithDependentPostProcessor.class, "none");
        Diary diary = application.context().getBean(Diary.class);
        Notes notes = application.context().getBean(Notes.class);
        whenItEnds(application.context().getBean(PlainExecutor.class), () -> notes.insert("task"));

        application.close();

        assertThat(diary.entries).containsExactly("task", "worker given back");
    }

    /** Spring does not know that it needs the data source. */
    @Test
    @Timeout(60)
    void aGeneratorOfTheApplicationsOwnGivesItsWorkerBackBeforeTheDataSourceThatItLookedUpIsClosed() {
        RunningApplication application = start(WithOwnGenerator.class, "none");
        Diary diary = application.context().getBean(Diary.class);

        application.close();

        assertThat(diary.entries).containsExactly("worker given back");
    }

    static final class SlowFilter implements Filter {

        final CountDownLatch inFlight = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        private final Notes notes;

        SlowFilter(Notes notes) {
            this.notes = notes;
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) throws IOException {
            inFlight.countDown();
            try {
                if (!goOn.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("the application was not stopped");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            notes.insert("request in a filter");
            response.setContentLength("inserted".length());
            response.getWriter().write("inserted");
            // the server counts the request as done before it would send this
            response.flushBuffer();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Inserters {

        @Bean
        Diary diary() {
            return new Diary();
        }

        @Bean
        Notes notes(IdGenerator ids, JdbcTemplate jdbc, Diary diary) {
            return new Notes(ids, jdbc, diary);
        }
    }

    /** The data source comes first, then the executor, and only then the generator. */
    @Configuration(proxyBeanMethods = false)
    @Import(Inserters.class)
    static class WithFilter {

        @Bean
        PlainExecutor executor() {
            return new PlainExecutor();
        }

        @Bean
        SlowFilter slowFilter(JdbcTemplate jdbc, PlainExecutor executor, Notes notes) {
            return new SlowFilter(notes);
        }
    }

    /** The executor comes before everything else. */
    @Configuration(proxyBeanMethods = false)
    @Import(Inserters.class)
    static class WithPostProcessor {

        @Bean
        static PlainExecutor executor() {
            return new PlainExecutor();
        }

        @Bean
        static BeanPostProcessor postProcessor(PlainExecutor executor) {
            return new BeanPostProcessor() {};
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Inserters.class)
    static class WithOwnGenerator {

        @Bean
        SnowflakeIdGenerator ids(ObjectProvider<DataSource> dataSource, Diary diary) {
            JdbcWorkerLedger ledger = JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, dataSource.getObject())
                    .build();
            return SnowflakeIdGenerator.builder(ledger).listener(diary).build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Inserters.class)
    static class WithDependentPostProcessor {

        @Bean
        @DependsOn("dataSource")
        static PlainExecutor executor() {
            return new PlainExecutor();
        }

        @Bean
        static BeanPostProcessor postProcessor(PlainExecutor executor) {
            return new BeanPostProcessor() {};
        }
    }
}
