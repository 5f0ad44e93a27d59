package io.snowflakeid.benchmarks.peers;

import io.snowflakeid.demo.TextbookSnowflake;
import io.snowflakeid.demo.chaos.IdMaker;
import io.snowflakeid.demo.chaos.MakerSettings;

/** The class of the tutorials, well configured: each writer has a number of its own, and keeps it when it is started again. */
public final class TextbookMaker implements IdMaker {

    private static final int NUMBERS = 32;

    @Override
    public String name() {
        return "textbook";
    }

    @Override
    public String describe(MakerSettings settings) {
        return "synchronized, worker id configured for each writer and kept over restarts, refuses a clock that goes back; "
                + "41 bits ms, 5 datacenter, 5 worker, 12 sequence";
    }

    @Override
    public Ids open(MakerSettings settings) {
        int number = settings.writer();
        return new TextbookSnowflake(number / NUMBERS, number % NUMBERS, System::currentTimeMillis)::nextId;
    }
}
