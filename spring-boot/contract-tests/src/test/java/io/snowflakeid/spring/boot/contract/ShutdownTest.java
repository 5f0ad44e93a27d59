package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.generator.GeneratorListener;
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
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Beans that insert while the application stops still get ids: the worker is released last. */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(60)
class ShutdownTest {

    private static final long PATIENCE_SECONDS = 20;

    /** Without Hibernate and scripts, from which Spring would know that the generator needs the data source. */
    private static RunningApplication start(Class<?> stopping, String web) {
        RunningApplication application = RunningApplication.start(
                stopping,
                "snowflake.ledger.data-source=dataSource",
                "snowflake.ledger.scope=shared",
                "snowflake.namespace=shutdown",
                "spring.main.web-application-type=" + web,
                "spring.sql.init.mode=never");
        Notes notes = application.bean(Notes.class);
        application.bean(Tasks.class).last = () -> notes.insert("task");
        return application;
    }

    @Test
    void theWorkerIsGivenBackWhenNothingCanInsertAnyMore(CapturedOutput output) throws Exception {
        RunningApplication application = start(WithRequests.class, "servlet");
        EventLog eventLog = application.bean(EventLog.class);
        SlowController slow = application.bean(SlowController.class);

        CompletableFuture<String> request = CompletableFuture.supplyAsync(() -> application.post("/slow", "{}"));
        assertThat(slow.inFlight.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> stop = CompletableFuture.runAsync(application::close);
        assertThat(eventLog.closing.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        slow.goOn.countDown();

        assertThat(request.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo("inserted");
        stop.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(eventLog.entries)
                .startsWith("slow request", "last phase")
                .contains("task", "@PreDestroy")
                .endsWith("worker given back", "listener closed", "outbox closed");
        // Boot has closed its bridge for java.util.logging before
        assertThat(output)
                .contains("ledger 'shutdown' (shared) granted worker 0 until ")
                .contains("ledger 'shutdown' (shared) has worker 0 back");
    }

    @Test
    void whatIsMadeBeforeTheGeneratorEndsBeforeItIfItDependsOnTheDataSource() {
        RunningApplication application = start(WithDependentPostProcessor.class, "none");
        EventLog eventLog = application.bean(EventLog.class);

        application.close();

        assertThat(eventLog.entries).containsExactly("task", "worker given back");
    }

    /** The events in order. */
    static final class EventLog implements ApplicationListener<ContextClosedEvent>, GeneratorListener {

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

    /** Stores events of a listener. */
    record Outbox(EventLog eventLog) implements DisposableBean {

        @Override
        public void destroy() {
            eventLog.entries.add("outbox closed");
        }
    }

    /** Is closed itself, and depends on a bean that is closed, like a listener that reports over a network. */
    record ClosingListener(EventLog eventLog, Outbox outbox) implements GeneratorListener, DisposableBean {

        @Override
        public void destroy() {
            eventLog.entries.add("listener closed");
        }
    }

    /** Inserts a row with an id, and records the stored row. */
    record Notes(IdGenerator ids, JdbcTemplate jdbc, EventLog eventLog) {

        void insert(String text) {
            jdbc.execute("create table if not exists note (id bigint primary key, text varchar(100))");
            jdbc.update("insert into note (id, text) values (?, ?)", ids.nextId(), text);
            eventLog.entries.add(text);
        }
    }

    /** Stops in the last phase of the lifecycle, before beans are destroyed. */
    record LastNotes(Notes notes) implements SmartLifecycle {

        @Override
        public int getPhase() {
            return Integer.MIN_VALUE;
        }

        @Override
        public boolean isRunning() {
            return true;
        }

        @Override
        public void start() {}

        @Override
        public void stop() {
            notes.insert("last phase");
        }

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

    /** Does not depend on ids; waits for its last task when it is destroyed. */
    static final class Tasks implements DisposableBean {

        private final ExecutorService threads = Executors.newSingleThreadExecutor();
        private volatile Runnable last = () -> {};

        @Override
        public void destroy() throws InterruptedException {
            threads.execute(last);
            threads.shutdown();
            if (!threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("a task does not end");
            }
        }
    }

    /** The tasks are declared first, so Spring would create them before beans that need ids, and destroy them later. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({
        Tasks.class,
        EventLog.class,
        Notes.class,
        Outbox.class,
        ClosingListener.class,
        SlowController.class,
        LastNotes.class
    })
    static class WithRequests {}

    /** The tasks are declared first. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({EventLog.class, Notes.class})
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
