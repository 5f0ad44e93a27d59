package io.snowflakeid.merge.run;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Follows each reference in the target: no more rows refer to nothing than the operator chose to keep. */
final class ReferenceCheck {

    private final MergePlan plan;
    private final Sessions sessions;
    private final int threads;
    private final MergeProgress.Listener progress;

    ReferenceCheck(MergePlan plan, Sessions sessions, int threads, MergeProgress.Listener progress) {
        this.plan = plan;
        this.sessions = sessions;
        this.threads = threads;
        this.progress = progress;
    }

    /** Of these references. */
    void check(List<ReferencePlan> references, Consumer<String> faults) throws SQLException, InterruptedException {
        OrphanCount orphans = new OrphanCount(plan, sessions.dialect());
        List<Callable<Void>> tasks = new ArrayList<>();
        AtomicLong done = new AtomicLong();
        for (ReferencePlan reference : references) {
            tasks.add(() -> {
                long found = sessions.with(session -> orphans.inTarget(session, reference));
                if (found != orphans.expected(reference)) {
                    faults.accept(reference.name() + ": " + found + " rows of the target refer to nothing, "
                            + orphans.expected(reference) + " expected");
                }
                progress.progressed(new MergeProgress("follow references", done.incrementAndGet(), references.size()));
                return null;
            });
        }
        SideBySide.run(threads, tasks);
    }
}
