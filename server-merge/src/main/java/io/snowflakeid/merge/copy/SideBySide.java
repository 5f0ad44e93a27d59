package io.snowflakeid.merge.copy;

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
public final class SideBySide {

    private static final System.Logger LOG = System.getLogger(SideBySide.class.getName());

    private SideBySide() {}

    /** Returns the results in the order of the tasks. */
    public static <T> List<T> run(int threads, List<? extends Callable<T>> tasks)
            throws SQLException, InterruptedException {
        ExecutorService workers =
                Executors.newFixedThreadPool(Math.max(1, Math.min(threads, tasks.size())), SideBySide::thread);
        CompletionService<T> ended = new ExecutorCompletionService<>(workers);
        List<Future<T>> submitted = new ArrayList<>();
        try {
            for (Callable<T> task : tasks) {
                submitted.add(ended.submit(task));
            }
            for (int i = 0; i < tasks.size(); i++) {
                ended.take().get();
            }
            List<T> results = new ArrayList<>();
            for (Future<T> task : submitted) {
                results.add(task.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw cause(e);
        } finally {
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
