package io.snowflakeid.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs a task several times at once. */
public final class InThreads {

    private InThreads() {}

    /** The answers of all runs; fails if one of them fails. */
    public static <T> List<T> call(int threads, int times, Callable<T> task)
            throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<T> answers = new ArrayList<>();
            for (Future<T> answer : pool.invokeAll(Collections.nCopies(times, task))) {
                answers.add(answer.get());
            }
            return answers;
        } finally {
            pool.shutdownNow();
        }
    }
}
