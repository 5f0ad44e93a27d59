package io.snowflakeid.verification.makers;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Makers with bugs that a run must find, and a correct one without a database. */
public final class TestMakers implements IdMaker.Source {

    /** The careful maker has a range per process; the forgetful one restarts its range in each process of a writer. */
    @Override
    public List<IdMaker> makers() {
        return List.of(new Counting("careful", 1L << 40), new Counting("forgetful", 0), new UnprotectedMaker());
    }

    private record Counting(String name, long apart) implements IdMaker {

        @Override
        public String describe(MakerSettings settings) {
            return "counts from writer and process";
        }

        @Override
        public Ids open(MakerSettings settings) {
            return new AtomicLong((settings.writer() + 1L) << 50 | settings.incarnation() * apart)::incrementAndGet;
        }
    }
}
