package io.snowflakeid.verification.makers;

import java.util.concurrent.atomic.AtomicLong;

/** Each process has a range of its own, so nothing can be made twice; needs no database. */
public final class CarefulMaker implements IdMaker {

    @Override
    public String name() {
        return "careful";
    }

    @Override
    public String describe(MakerSettings settings) {
        return "counts from writer and process";
    }

    @Override
    public Ids open(MakerSettings settings) {
        AtomicLong last = new AtomicLong((settings.writer() + 1L) << 50 | (long) settings.incarnation() << 40);
        return last::incrementAndGet;
    }
}
