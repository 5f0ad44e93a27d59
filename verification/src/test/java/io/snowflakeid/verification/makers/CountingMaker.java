package io.snowflakeid.verification.makers;

import java.util.concurrent.atomic.AtomicLong;

/** Needs no database: each process counts, from a number of its own or not. */
abstract class CountingMaker implements IdMaker {

    @Override
    public String describe(MakerSettings settings) {
        return "counts from writer and process";
    }

    @Override
    public Ids open(MakerSettings settings) {
        return new AtomicLong(first(settings))::incrementAndGet;
    }

    abstract long first(MakerSettings settings);

    /** Each process has a range of its own, so nothing can be made twice. */
    public static final class Careful extends CountingMaker {

        @Override
        public String name() {
            return "careful";
        }

        @Override
        long first(MakerSettings settings) {
            return (settings.writer() + 1L) << 50 | (long) settings.incarnation() << 40;
        }
    }

    /** The same number in every process of a writer: what a restart from an old state looks like. */
    public static final class Forgetful extends CountingMaker {

        @Override
        public String name() {
            return "forgetful";
        }

        @Override
        long first(MakerSettings settings) {
            return (settings.writer() + 1L) << 40;
        }
    }
}
