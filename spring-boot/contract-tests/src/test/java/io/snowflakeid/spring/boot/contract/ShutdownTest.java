package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.GeneratorListener;
import io.snowflakeid.IdGenerator;
import jakarta.annotation.PreDestroy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Whatever can insert while the application stops still gets its ids: the worker is given back after all of it. */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(60)
class ShutdownTest {

    private static final long PATIENCE_SECONDS = 20;

    /** Without Hibernate and scripts, which would let Spring make the generator early, and know that it needs the data source. */
    private static RunningApplication start(Class<?> application, String web) {
        return RunningApplication.startWithoutJpa(
                application,
                "snowflake.ledger.data-source=dataSource",
                "snowflake.ledger.scope=shared",
                "snowflake.namespace=shutdown",
                "spring.main.web-application-type=" + web,
                "spring.sql.init.mode=never");
    }

    @Test
    void theWorkerIsGivenBackWhenNothingCanInsertAnyMore(CapturedOutput output) throws Exception {
        RunningApplication application = start(WithRequests.class, "servlet");
        Diary diary = application.context().getBean(Diary.class);
        Notes notes = application.context().getBean(Notes.class);
        SlowController slow = application.context().getBean(SlowController.class);
        application.context().getBean(Tasks.class).lastly(() -> notes.insert("task"));

        CompletableFuture<String> request = CompletableFuture.supplyAsync(() -> application.post("/slow", "{}"));
        assertThat(slow.inFlight.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> stop = CompletableFuture.runAsync(application::close);
        assertThat(diary.closing.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        slow.goOn.countDown();

        assertThat(request.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo("inserted");
        stop.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(diary.entries)
                .contains("slow request", "task", "@PreDestroy")
                .endsWith("worker given back", "listener closed", "outbox closed");
        // Boot has taken down what it needs for java.util.logging by then
        assertThat(output)
                .contains("ledger 'shutdown' (shared) granted worker 0 until ")
                .contains("ledger 'shutdown' (shared) has worker 0 back");
    }

    @Test
    void whatIsMadeBeforeTheGeneratorEndsBeforeItIfItDependsOnTheDataSource() {
        RunningApplication application = start(WithDependentPostProcessor.class, "none");
        Diary diary = application.context().getBean(Diary.class);
        Notes notes = application.context().getBean(Notes.class);
        application.context().getBean(Tasks.class).lastly(() -> notes.insert("task"));

        application.close();

        assertThat(diary.entries).containsExactly("task", "worker given back");
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

    /** Where a listener puts its events. */
    record Outbox(Diary diary) implements DisposableBean {

        @Override
        public void destroy() {
            diary.entries.add("outbox closed");
        }
    }

    /** Has something to close and needs something that is closed, as one that reports over a network may. */
    record ClosingListener(Diary diary, Outbox outbox) implements GeneratorListener, DisposableBean {

        @Override
        public void destroy() {
            diary.entries.add("listener closed");
        }
    }

    /** Inserts a row with an id, and enters it into the diary once it is stored. */
    record Notes(IdGenerator ids, JdbcTemplate jdbc, Diary diary) {

        void insert(String text) {
            jdbc.execute("create table if not exists note (id bigint primary key, text varchar(100))");
            jdbc.update("insert into note (id, text) values (?, ?)", ids.nextId(), text);
            diary.entries.add(text);
        }
    }

    record LastNote(Notes notes) {

        @PreDestroy
        void insert() {
            notes.insert("@PreDestroy");
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

    /** Knows nothing of ids; its last task runs when it is destroyed, and it waits for that. */
    static final class Tasks implements DisposableBean {

        private final ExecutorService threads = Executors.newSingleThreadExecutor();
        private volatile Runnable last = () -> {};

        void lastly(Runnable task) {
            last = task;
        }

        @Override
        public void destroy() throws InterruptedException {
            threads.execute(last);
            threads.shutdown();
            if (!threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("a task does not end");
            }
        }
    }

    /** The tasks come first: without more, they would be made before whatever needs ids, and outlive it. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({
        Tasks.class,
        Diary.class,
        Notes.class,
        Outbox.class,
        ClosingListener.class,
        SlowController.class,
        LastNote.class
    })
    static class WithRequests {}

    /** The tasks come before everything else. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Diary.class, Notes.class})
    static class WithDependentPostProcessor {

        @Bean
        @DependsOn("dataSource")
        static Tasks tasks() {
            return new Tasks();
        }

        @Bean
        static BeanPostProcessor postProcessor(Tasks tasks) {
            return new BeanPostProcessor() {};
        }
    }
}
