package io.snowflakeid.spring.boot.contract.shutdown;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.GeneratorListener;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import io.snowflakeid.spring.boot.contract.RunningApplication;
import jakarta.annotation.PreDestroy;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Whatever can insert while the application stops still gets its ids: the worker is given back after all of it. */
@ExtendWith(OutputCaptureExtension.class)
class ShutdownTest {

    private static final long PATIENCE_SECONDS = 20;

    @Test
    @Timeout(60)
    void theWorkerIsGivenBackWhenNothingCanInsertAnyMore(CapturedOutput output) throws Exception {
        RunningApplication application = RunningApplication.start(
                Inserters.class,
                "snowflake.ledger.data-source=dataSource",
                "snowflake.ledger.scope=shared",
                "snowflake.namespace=shutdown",
                // Hibernate would make the generator early
                "spring.data.jpa.repositories.enabled=false",
                "spring.autoconfigure.exclude=org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration,"
                        + "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration");
        String url = application.context().getEnvironment().getRequiredProperty("spring.datasource.url");
        Diary diary = application.context().getBean(Diary.class);
        SlowController slow = application.context().getBean(SlowController.class);

        CompletableFuture<String> request = CompletableFuture.supplyAsync(() -> application.post("/slow", "{}"));
        assertThat(slow.inFlight.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> stop = CompletableFuture.runAsync(application::close);
        assertThat(diary.closing.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        slow.goOn.countDown();

        assertThat(request.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo("inserted");
        stop.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(diary.entries)
                .contains(
                        "slow request",
                        "lifecycle",
                        "task of Spring's executor",
                        "task of a plain executor",
                        "@PreDestroy")
                .endsWith("worker given back", "listener closed", "outbox closed");
        // Boot has taken down what it needs for java.util.logging by then
        assertThat(output)
                .contains("ledger 'shutdown' (shared) granted worker 0 until ")
                .contains("ledger 'shutdown' (shared) has worker 0 back");
        assertThat(workers(url))
                .allSatisfy(worker ->
                        assertThat(worker.until()).isBefore(Instant.now().plusSeconds(1)));
    }

    /** Asks the database after the application has gone. */
    private static List<WorkerEntry> workers(String url) {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL(url);
        database.setUser("sa");
        database.setPassword("");
        return JdbcWorkerLedger.stored(database, "shutdown").build().workers();
    }

    /** What happened, in order. */
    static final class Diary implements ApplicationListener<ContextClosedEvent>, GeneratorListener {

        final List<String> entries = new CopyOnWriteArrayList<>();
        final CountDownLatch closing = new CountDownLatch(1);

        @Override
        public void onApplicationEvent(ContextClosedEvent event) {
            closing.countDown();
        }

        @Override
        public void released(long datacenter, long worker) {
            entries.add("worker given back");
        }
    }

    /** Where a listener puts what it hears. */
    static final class Outbox implements DisposableBean {

        private final Diary diary;

        Outbox(Diary diary) {
            this.diary = diary;
        }

        @Override
        public void destroy() {
            diary.entries.add("outbox closed");
        }
    }

    /** Has something to close and needs something that is closed, as one that reports over a network may. */
    static final class ClosingListener implements GeneratorListener, DisposableBean {

        private final Diary diary;

        ClosingListener(Diary diary) {
            this.diary = diary;
        }

        @Override
        public void destroy() {
            diary.entries.add("listener closed");
        }
    }

    @RestController
    static final class SlowController {

        final CountDownLatch inFlight = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        private final Notes notes;

        SlowController(Notes notes) {
            this.notes = notes;
        }

        @PostMapping("/slow")
        String slow() throws InterruptedException {
            inFlight.countDown();
            if (!goOn.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the application was not stopped");
            }
            notes.insert("slow request");
            return "inserted";
        }
    }

    /** Inserts a row with an id, and enters it into the diary once it is stored. */
    static final class Notes {

        private final IdGenerator ids;
        private final JdbcTemplate jdbc;
        private final Diary diary;

        Notes(IdGenerator ids, JdbcTemplate jdbc, Diary diary) {
            this.ids = ids;
            this.jdbc = jdbc;
            this.diary = diary;
            jdbc.execute("create table note (id bigint primary key, text varchar(100))");
        }

        void insert(String text) {
            jdbc.update("insert into note (id, text) values (?, ?)", ids.nextId(), text);
            diary.entries.add(text);
        }
    }

    /** Inserts when it is told to stop, as a listener of a message broker may. */
    static final class InsertingLifecycle implements SmartLifecycle {

        private final Notes notes;
        private volatile boolean running;

        InsertingLifecycle(Notes notes) {
            this.notes = notes;
        }

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            notes.insert("lifecycle");
            running = false;
        }

        @Override
        public boolean isRunning() {
            return running;
        }
    }

    /** Knows nothing of ids; its tasks insert, and it waits for them when it is destroyed. */
    static final class PlainExecutor implements DisposableBean {

        final ExecutorService threads = Executors.newSingleThreadExecutor();
        final CountDownLatch ending = new CountDownLatch(1);

        @Override
        public void destroy() throws InterruptedException {
            ending.countDown();
            threads.shutdown();
            if (!threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("a task does not end");
            }
        }
    }

    /** Has tasks that wait until the application stops. */
    static final class Tasks {

        private final Notes notes;

        Tasks(Notes notes, Diary diary, ThreadPoolTaskExecutor springs, PlainExecutor plain) {
            this.notes = notes;
            springs.execute(() -> insertAfter(diary.closing, "task of Spring's executor"));
            plain.threads.execute(() -> insertAfter(plain.ending, "task of a plain executor"));
        }

        private void insertAfter(CountDownLatch latch, String text) {
            try {
                if (latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    notes.insert(text);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @PreDestroy
        void lastNote() {
            notes.insert("@PreDestroy");
        }
    }

    /** The executors come first: without more, they would be made before whatever needs ids, and outlive it. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Inserters {

        @Bean
        PlainExecutor plainExecutor() {
            return new PlainExecutor();
        }

        @Bean
        ThreadPoolTaskExecutor applicationTaskExecutor() {
            ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
            executor.setWaitForTasksToCompleteOnShutdown(true);
            executor.setAwaitTerminationSeconds((int) PATIENCE_SECONDS);
            return executor;
        }

        @Bean
        Diary diary() {
            return new Diary();
        }

        @Bean
        Outbox outbox(Diary diary) {
            return new Outbox(diary);
        }

        @Bean
        ClosingListener closingListener(Diary diary, Outbox outbox) {
            return new ClosingListener(diary);
        }

        @Bean
        Notes notes(IdGenerator ids, JdbcTemplate jdbc, Diary diary) {
            return new Notes(ids, jdbc, diary);
        }

        @Bean
        SlowController slowController(Notes notes) {
            return new SlowController(notes);
        }

        @Bean
        InsertingLifecycle insertingLifecycle(Notes notes) {
            return new InsertingLifecycle(notes);
        }

        @Bean
        Tasks tasks(Notes notes, Diary diary, ThreadPoolTaskExecutor springs, PlainExecutor plain) {
            return new Tasks(notes, diary, springs, plain);
        }
    }
}
