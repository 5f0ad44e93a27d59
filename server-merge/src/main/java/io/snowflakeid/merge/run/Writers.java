package io.snowflakeid.merge.run;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.sql.StepFailure;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/** Several writers that take spans from one list, the longest first. */
final class Writers {

    private final MergePlan plan;
    private final Sessions sessions;
    private final Spans spans;
    private final SpanCopier copier;
    private final MergeProgress.Listener progress;

    Writers(MergePlan plan, Sessions sessions, Spans spans, MapFill maps, MergeProgress.Listener progress) {
        this.plan = plan;
        this.sessions = sessions;
        this.spans = spans;
        this.progress = progress;
        copier = new SpanCopier(plan, sessions, spans, maps);
    }

    /** All of them, before any row that uses one. */
    void fillMaps() throws SQLException, InterruptedException {
        work("map ids", span -> span.kind() == Span.Kind.MAP);
    }

    void copy() throws SQLException, InterruptedException {
        for (Span span : sessions.with(spans::all)) {
            if (span.kind() == Span.Kind.STAGED && span.done()) {
                // by a run that was killed between its last chunk and this
                copier.dropStage(span);
            }
        }
        work("copy rows", span -> span.kind() != Span.Kind.MAP);
    }

    private void work(String step, Predicate<Span> which) throws SQLException, InterruptedException {
        List<Span> all = sessions.with(spans::all).stream().filter(which).toList();
        if (all.isEmpty()) {
            return;
        }
        AtomicLong done = new AtomicLong(all.stream().mapToLong(Span::doneRows).sum());
        long total = all.stream().mapToLong(Span::plannedRows).sum();
        progress.progressed(new MergeProgress(step, done.get(), total));
        List<Callable<Void>> tasks = new ArrayList<>();
        for (Span span : longestFirst(all)) {
            tasks.add(() -> {
                finish(step, span, rows -> progress.progressed(new MergeProgress(step, done.addAndGet(rows), total)));
                return null;
            });
        }
        SideBySide.run(plan.execution().writers(), tasks);
    }

    private void finish(String step, Span span, LongConsumer copied) throws SQLException {
        try {
            copier.finish(span, copied);
        } catch (SQLException e) {
            String of = span.kind() == Span.Kind.MAP
                    ? plan.domain(Integer.parseInt(span.table())).name()
                    : span.table();
            throw StepFailure.of(
                    step + " of " + of + " from "
                            + plan.sources().get(span.source() - 1).alias(),
                    e);
        }
    }

    private static List<Span> longestFirst(List<Span> all) {
        return all.stream()
                .filter(span -> !span.done())
                .sorted(Comparator.comparingLong((Span span) -> span.plannedRows() - span.doneRows())
                        .reversed())
                .toList();
    }
}
