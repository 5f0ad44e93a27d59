package io.snowflakeid.verification.makers;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Makers whose faults a run must find, and one without a fault that needs no database. */
public final class TestMakers implements IdMaker.Source {

    /** The careful one has a range for each process; the forgetful one begins anew in each process of a writer, as from an old state. */
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
