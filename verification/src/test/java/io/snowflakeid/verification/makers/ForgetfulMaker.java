package io.snowflakeid.verification.makers;

import java.util.concurrent.atomic.AtomicLong;

/** Counts from the same number in every process of a writer: what a restart from an old state looks like. */
public final class ForgetfulMaker implements IdMaker {

    @Override
    public String name() {
        return "forgetful";
    }

    @Override
    public String describe(MakerSettings settings) {
        return "counts from the writer's number times 2^40";
    }

    @Override
    public Ids open(MakerSettings settings) {
        AtomicLong last = new AtomicLong((settings.writer() + 1L) << 40);
        return last::incrementAndGet;
    }
}
