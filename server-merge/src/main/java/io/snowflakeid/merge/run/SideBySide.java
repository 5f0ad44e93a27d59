package io.snowflakeid.merge.run;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Tasks on several threads, of which the first failure ends all. */
final class SideBySide {

    private static final System.Logger LOG = System.getLogger(SideBySide.class.getName());

    private SideBySide() {}

    static void run(int threads, List<? extends Callable<Void>> tasks) throws SQLException, InterruptedException {
        if (tasks.isEmpty()) {
            return;
        }
        ExecutorService workers = Executors.newFixedThreadPool(Math.min(threads, tasks.size()), SideBySide::thread);
        CompletionService<Void> results = new ExecutorCompletionService<>(workers);
        List<Future<Void>> submitted = new ArrayList<>();
        try {
            for (Callable<Void> task : tasks) {
                submitted.add(results.submit(task));
            }
            for (int i = 0; i < tasks.size(); i++) {
                results.take().get();
            }
        } catch (ExecutionException e) {
            throw cause(e);
        } finally {
            submitted.forEach(task -> task.cancel(true));
            workers.shutdownNow();
            // their chunks end, or are undone, before the pool is closed under them
            if (!workers.awaitTermination(30, TimeUnit.SECONDS)) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "a writer has not ended after 30 s; the server undoes its last chunk");
            }
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "server-merge writer");
        thread.setDaemon(true);
        return thread;
    }

    private static SQLException cause(ExecutionException failure) {
        Throwable cause = failure.getCause();
        if (cause instanceof SQLException sql) {
            return sql;
        }
        if (cause instanceof RuntimeException e) {
            throw e;
        }
        throw new IllegalStateException("a writer stopped: " + cause, cause);
    }
}
