package io.snowflakeid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.TimeSource;
import io.snowflakeid.segment.FakeStore.Outcome;
import io.snowflakeid.segment.SegmentStatus.Database;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** The code of segments on databases that fail, and in processes that end at any moment. A seed decides every event. */
class SegmentSimulationTest {

    private static final int LARGEST = 16;
    private static final int EVENTS = 1_500;
    private static final long GAP = 1_000_000; // more than a simulation uses

    /** Processes and databases of one tag. */
    private static final class World {

        final Random random;
        final List<FakeStore> stores = new ArrayList<>();
        final List<SegmentIdSource> processes = new ArrayList<>();
        final Set<Long> made = new HashSet<>();
        final long gap;
        long largestMade;
        long allowed; // how many numbers the processes that ended may have lost
        boolean isCalm; // no more failures
        long nanos;

        World(long seed, long gap) {
            random = new Random(seed);
            this.gap = gap;
            IntStream.range(0, 1 + random.nextInt(3)).forEach(i -> stores.add(new FakeStore(this::outcome)));
        }

        private Outcome outcome() {
            int dice = isCalm ? 100 : random.nextInt(100);
            return dice < 5
                    ? Outcome.COMMITTED_WITHOUT_REPLY
                    : dice < 10 ? Outcome.ROLLED_BACK_WITHOUT_REPLY : dice < 15 ? Outcome.DOWN : Outcome.CONFIRMED;
        }

        void start() {
            Machine machine = new Machine();
            List<Loader> loaders = new ArrayList<>();
            for (FakeStore store : stores) {
                TagSettings settings =
                        new TagSettings(stores.size() + 1, loaders.size(), 2, LARGEST, TagSettings.LARGEST_MAX, gap);
                RangeSource ranges = new RangeSource("t", settings, store, () -> 1, false);
                loaders.add(new Loader(ranges, loaders.size(), machine, machine));
            }
            SegmentIdSource source = new SegmentIdSource("t", loaders, machine, 50_000_000, false, 1_000_000_000);
            source.start();
            processes.add(source);
        }

        /** The clock of a process, and its threads of databases, which run at once or while a call waits. */
        private final class Machine extends ScheduledThreadPoolExecutor implements TimeSource {

            private record Task(Runnable work, long dueNanos) {}

            private final List<Task> tasks = new ArrayList<>();

            Machine() {
                super(0);
            }

            @Override
            public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
                if (delay == 0 && random.nextBoolean()) {
                    work.run();
                } else {
                    tasks.add(new Task(work, nanos + unit.toNanos(delay)));
                }
                return null;
            }

            @Override
            public void park(long atMost) {
                nanos += 10_000_000;
                List<Task> due =
                        tasks.stream().filter(task -> task.dueNanos <= nanos).toList();
                if (!due.isEmpty()) {
                    Task task = due.get(random.nextInt(due.size()));
                    tasks.remove(task);
                    task.work.run();
                }
            }

            @Override
            public long wallNanos() {
                return nanos;
            }

            @Override
            public long nanos() {
                return nanos;
            }
        }

        void event() {
            nanos += random.nextInt(5_000_000);
            if (processes.size() < 3) {
                start();
            }
            SegmentIdSource process = processes.get(random.nextInt(processes.size()));
            switch (random.nextInt(20)) {
                case 0 -> end(process); // killed
                case 1 -> {
                    end(process);
                    process.close();
                }
                case 2, 3, 4 -> take(process, 1 + random.nextInt(2 * LARGEST), true);
                default -> take(process, 1 + random.nextInt(LARGEST), false);
            }
        }

        private void end(SegmentIdSource process) {
            processes.remove(process);
            allowed += 2L * LARGEST * stores.size();
        }

        private void take(SegmentIdSource process, int count, boolean asBatch) {
            try {
                if (asBatch) {
                    long[] numbers = new long[count];
                    process.fill(numbers);
                    for (long number : numbers) {
                        add(number);
                    }
                } else {
                    for (int i = 0; i < count; i++) {
                        add(process.nextId());
                    }
                }
            } catch (NoIdAvailableException e) {
                allowed += asBatch ? count : 0; // the part of the batch that was there
            }
        }

        private void add(long number) {
            assertThat(made.add(number)).as("number %s is new", number).isTrue();
            largestMade = Math.max(largestMade, number);
        }

        /** A number above all numbers that any process can have, even if no number of the ranges before was made. */
        long aboveAll() {
            long inMemory = allowed + 2L * LARGEST * stores.size() * processes.size() + LARGEST * ambiguous();
            return largestMade + (inMemory + 1) * (stores.size() + 1);
        }

        long ambiguous() {
            return stores.stream().mapToLong(store -> store.ambiguous).sum();
        }

        void raise() {
            isCalm = true;
            stores.forEach(store -> new RangeSource(
                            "t", new TagSettings(1, 0, 1, 1, 1, TagSettings.STOP), store, () -> 1, false)
                    .raise(aboveAll()));
            isCalm = false;
        }
    }

    @RepeatedTest(40)
    void noNumberComesTwiceAndLossesAreBounded(RepetitionInfo run) {
        World world = new World(run.getCurrentRepetition(), TagSettings.STOP);
        IntStream.range(0, EVENTS).forEach(i -> world.event());
        assertThat(world.made).hasSizeGreaterThan(EVENTS);
        List.copyOf(world.processes).forEach(world::end);
        long granted = world.stores.stream().mapToLong(store -> store.granted).sum();
        assertThat(granted - world.made.size()).isBetween(0L, world.allowed + world.ambiguous() * LARGEST);
    }

    @RepeatedTest(20)
    void noNumberComesTwiceAfterAnotherServerHasAnOlderCopy(RepetitionInfo run) {
        boolean stops = run.getCurrentRepetition() % 2 == 0;
        World world = new World(100 + run.getCurrentRepetition(), stops ? TagSettings.STOP : GAP);
        for (int round = 0; round < 5; round++) {
            IntStream.range(0, EVENTS / 10).forEach(i -> world.event());
            FakeStore store = world.stores.get(world.random.nextInt(world.stores.size()));
            Map<String, SegmentRow> copy = store.copy();
            IntStream.range(0, EVENTS / 10).forEach(i -> world.event());
            store.restore(copy);
            IntStream.range(0, EVENTS / 10).forEach(i -> world.event());
            if (stops) {
                world.raise();
            }
        }
        IntStream.range(0, EVENTS / 10).forEach(i -> world.event());
    }

    /** The one process that is there notices the copy, because the copy is below its last range. */
    @RepeatedTest(10)
    void noNumberComesTwiceAfterARestoreOfTheSameServerBelowARunningProcess(RepetitionInfo run) {
        World world = new World(200 + run.getCurrentRepetition(), GAP);
        world.isCalm = true;
        world.start();
        SegmentIdSource process = world.processes.get(0);
        world.take(process, 100, false);
        List<Map<String, SegmentRow>> copies =
                world.stores.stream().map(FakeStore::copy).toList();
        world.take(process, 200, true);
        for (int i = 0; i < copies.size(); i++) {
            world.stores.get(i).restoreInPlace(copies.get(i));
        }
        world.take(process, 300, false);
        assertThat(world.made).hasSize(600);
    }

    /** Processes that start after the restore cannot notice the copy, because the server is the same. */
    @RepeatedTest(10)
    void noNumberComesTwiceAfterARestoreOfTheSameServerThatIsRaisedFirst(RepetitionInfo run) {
        World world = new World(300 + run.getCurrentRepetition(), TagSettings.STOP);
        for (int round = 0; round < 5; round++) {
            IntStream.range(0, EVENTS / 10).forEach(i -> world.event());
            FakeStore store = world.stores.get(world.random.nextInt(world.stores.size()));
            Map<String, SegmentRow> copy = store.copy();
            IntStream.range(0, EVENTS / 10).forEach(i -> world.event());
            List.copyOf(world.processes).forEach(world::end);
            store.restoreInPlace(copy);
            world.raise();
        }
        IntStream.range(0, EVENTS / 10).forEach(i -> world.event());
    }

    @Test
    void aRangeOfAnAmbiguousReplyIsNeverUsed() {
        List<Outcome> outcomes = new ArrayList<>(List.of(
                Outcome.CONFIRMED, // no row
                Outcome.CONFIRMED, // the new row
                Outcome.COMMITTED_WITHOUT_REPLY,
                Outcome.CONFIRMED));
        FakeStore store = new FakeStore(() -> outcomes.remove(0));
        TagSettings settings = new TagSettings(1, 0, 10, 10, 1_000, TagSettings.STOP);
        RangeSource ranges = new RangeSource("t", settings, store, () -> 1, false);
        assertThatThrownBy(() -> ranges.load(10)).hasMessageContaining("reply");
        assertThat(ranges.lost.sum()).isEqualTo(10);
        assertThat(ranges.load(10)).isEqualTo(new Range(11, 10, 1));
    }

    @Test
    void aWarningIsLoggedOnceAbove80Percent() {
        TagSettings settings = new TagSettings(1, 0, 10, 80, 100, TagSettings.STOP);
        RangeSource ranges = new RangeSource("t", settings, new FakeStore(() -> Outcome.CONFIRMED), () -> 1, false);
        List<String> logged = new ArrayList<>();
        Logger logger = Logger.getLogger(RangeSource.class.getName());
        logger.setFilter(line -> !logged.add(line.getLevel() + " " + line.getMessage()));
        ranges.load(80);
        ranges.load(10);
        ranges.load(10);
        logger.setFilter(null);
        assertThat(logged)
                .singleElement()
                .asString()
                .startsWith("WARNING tag 't'")
                .contains("more than 80 %", "91 of 100");
    }

    /** A closed buffer hands out nothing, so that what was given back is made once. */
    @RepeatedTest(50)
    void aCloseBesideCallsGivesBackWhatWasNotTaken() throws InterruptedException {
        FakeStore store = new FakeStore(() -> Outcome.CONFIRMED);
        Set<Long> made = ConcurrentHashMap.newKeySet();
        Set<Long> twice = ConcurrentHashMap.newKeySet();
        ScheduledExecutorService database = Segments.thread(0);
        for (int round = 0; round < 20; round++) {
            TagSettings settings = new TagSettings(1, 0, 500, 500, 1_000_000, TagSettings.STOP);
            RangeSource ranges = new RangeSource("t", settings, store, () -> 1, false);
            Loader loader = new Loader(ranges, 0, database, TimeSource.system());
            SegmentIdSource source =
                    new SegmentIdSource("t", List.of(loader), TimeSource.system(), 1, false, 30_000_000_000L);
            source.start();
            List<Thread> threads = IntStream.range(0, 2)
                    .mapToObj(i -> new Thread(() -> {
                        try {
                            while (true) {
                                long number = source.nextId();
                                if (!made.add(number)) {
                                    twice.add(number);
                                }
                            }
                        } catch (NoIdAvailableException closed) {
                            // the source was closed
                        }
                    }))
                    .toList();
            threads.forEach(Thread::start);
            while (made.size() < 100 * (round + 1)) {
                Thread.onSpinWait();
            }
            source.close();
            for (Thread thread : threads) {
                thread.join();
            }
        }
        database.shutdown();
        assertThat(twice).isEmpty();
        assertThat(store.granted).as("nothing was lost").isEqualTo(made.size());
    }

    @Test
    void theStatusCountsRanges() {
        World world = new World(1, TagSettings.STOP);
        world.isCalm = true;
        world.start();
        SegmentIdSource process = world.processes.get(0);
        world.take(process, 50, false);
        SegmentStatus status = process.status();
        long loaded =
                status.databases().stream().mapToLong(Database::rangesLoaded).sum();
        assertThat(loaded).isBetween(3L, 25L);
        assertThat(status.step()).isGreaterThan(2);
        assertThat(status.numbersLeft()).isBetween(0L, 2L * LARGEST * world.stores.size());
        assertThat(status.waits()).isPositive();
    }
}
