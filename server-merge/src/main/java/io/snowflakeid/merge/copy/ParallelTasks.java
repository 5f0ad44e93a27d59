package io.snowflakeid.merge.copy;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs tasks in several threads, and interrupts all other tasks after the first failure. */
public final class ParallelTasks {

    private ParallelTasks() {}

    @FunctionalInterface
    public interface Work<T, R> {
        R with(T one) throws SQLException;
    }

    public static <T, R> List<R> map(int threads, List<T> all, Work<T, R> work)
            throws SQLException, InterruptedException {
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        CompletionService<R> ended = new ExecutorCompletionService<>(workers);
        try {
            List<Future<R>> submitted =
                    all.stream().map(one -> ended.submit(() -> work.with(one))).toList();
            for (int i = 0; i < all.size(); i++) {
                ended.take().get();
            }
            List<R> results = new ArrayList<>();
            for (Future<R> task : submitted) {
                results.add(task.get());
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException sql) {
                throw sql;
            }
            throw e.getCause() instanceof RuntimeException fault ? fault : new IllegalStateException(e.getCause());
        } finally {
            workers.shutdownNow();
            // running tasks must end before the caller closes the database sessions
            workers.awaitTermination(30, TimeUnit.SECONDS);
        }
    }
}
