package io.snowflakeid.segment;

import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.column.ColumnName;
import io.snowflakeid.internal.Limits;
import io.snowflakeid.internal.VisibleText;
import io.snowflakeid.internal.jdbc.PhysicalSource;
import io.snowflakeid.internal.jdbc.SqlFault;
import io.snowflakeid.ledger.spi.StoreFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * Makes short, dense numbers from ranges in a database, for example for invoices. A process gets a range of numbers in one short transaction, and
 * makes numbers in memory until the range is used up.
 *
 * <pre>{@code
 * Segments segments = Segments.on(dataSource).build();
 * IdSource invoices = segments.tag("invoices").open();
 * long number = invoices.nextId(); // 1, 2, 3, ...
 * }</pre>
 *
 * <p><b>Guarantee.</b> If no database loses a confirmed commit, a number is unique across all processes and databases of a tag. The server must be
 * configured for durable commits, which is checked before each range. The ideas come from Flickr's ticket servers, Leaf and Tinyid.
 *
 * <p>The tables can be in MySQL (8.0 or later), MariaDB (10.6), PostgreSQL (10) and H2 (2.2). This class is thread-safe. An application needs one
 * instance for each set of databases.
 */
public final class Segments implements AutoCloseable {

    private final int increment;
    private final Map<Integer, SegmentStore> stores; // by remainder
    private final boolean acceptVolatile;
    private final List<ScheduledExecutorService> threads; // one for each database
    private final List<SegmentIdSource> sources = new CopyOnWriteArrayList<>();

    private Segments(int increment, Map<Integer, SegmentStore> stores, boolean acceptVolatile) {
        this.increment = increment;
        this.stores = stores;
        this.acceptVolatile = acceptVolatile;
        threads = IntStream.range(0, stores.size()).mapToObj(Segments::thread).toList();
    }

    /** Starts a daemon thread. Each database has one, so that a database that does not answer delays no other database. */
    static ScheduledExecutorService thread(int database) {
        ThreadFactory daemon = task -> {
            Thread thread = new Thread(task, "snowflake-segments-" + database);
            thread.setDaemon(true);
            return thread;
        };
        // a call beside close() ends without an exception of the thread
        ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, daemon, new DiscardPolicy());
        thread.prestartCoreThread();
        return thread;
    }

    /** Returns a builder for numbers from one database. The data source must be the pool of one physical database. */
    public static Builder on(DataSource dataSource) {
        return inSteps(1).database(0, dataSource);
    }

    /**
     * Returns a builder for numbers from several databases, any of which may be down. All numbers from one database have the same remainder when
     * they are divided by {@code increment}. Choose an increment that leaves room for more databases, because the increment of a tag cannot change.
     *
     * @param increment the difference between consecutive numbers of one database, which is at least the number of databases
     */
    public static Builder inSteps(int increment) {
        Limits.requireBetween("increment", increment, 1, 1_000_000);
        return new Builder(increment);
    }

    /** Collects the databases. A builder is not thread-safe. */
    public static final class Builder {

        private final int increment;
        private final Map<Integer, PhysicalSource> sources = new TreeMap<>();
        private SegmentTable table = SegmentTable.OWN;
        private boolean createTable = true;
        private boolean acceptVolatile;

        private Builder(int increment) {
            this.increment = increment;
        }

        /**
         * Adds a database whose numbers have the given remainder when they are divided by the increment.
         *
         * @throws IllegalArgumentException if the remainder is out of range or already used, or if the data source routes to several databases
         */
        public Builder database(int remainder, DataSource dataSource) {
            Limits.requireBetween("remainder", remainder, 0, increment - 1);
            if (sources.putIfAbsent(remainder, PhysicalSource.of(dataSource)) != null) {
                throw new IllegalArgumentException("two databases have the remainder " + remainder
                        + ", and would hand out the same numbers: give each database a remainder of its own");
            }
            return this;
        }

        /** Sets whether a missing table is created (default), or reported with the statements that create it. */
        public Builder createTable(boolean createTable) {
            this.createTable = createTable;
            return this;
        }

        /**
         * Uses Leaf's table {@code leaf_alloc} instead of a table of this library. Running servers of Leaf can use the table at the same time.
         * Leaf's table must contain a row whose {@code biz_tag} is the tag. The method {@code close()} returns no unused numbers to Leaf's table.
         */
        public Builder leafTable() {
            table = SegmentTable.LEAF;
            return this;
        }

        /**
         * Uses Tinyid's table {@code tiny_id_info} instead of a table of this library. Running servers of Tinyid can use the table at the same time.
         * Tinyid's table must contain a row whose {@code biz_type} is the tag. The row's columns {@code delta} and {@code remainder} must contain the
         * increment and the remainder. The method {@code close()} returns no unused numbers to Tinyid's table.
         */
        public Builder tinyidTable() {
            table = SegmentTable.TINYID;
            return this;
        }

        /** Accepts servers that may lose a confirmed commit in a crash, for tests. A lost commit can cause duplicate numbers. */
        public Builder acceptVolatileStorage() {
            acceptVolatile = true;
            return this;
        }

        /** Creates an instance without a query to a database. Starts one daemon thread for each database. */
        public Segments build() {
            if (sources.isEmpty()) {
                throw new IllegalArgumentException("segments need a database: call database(remainder, dataSource)");
            }
            Map<Integer, SegmentStore> stores = new TreeMap<>();
            sources.forEach((remainder, source) ->
                    stores.put(remainder, new JdbcSegmentStore(source, table, createTable, "database " + remainder)));
            return new Segments(increment, stores, acceptVolatile);
        }
    }

    /**
     * Returns a builder for the numbers of one tag. The numbers of a tag are independent of other tags. Tags can be opened at any time.
     *
     * @param tag 1 to 64 visible ASCII characters
     */
    public TagBuilder tag(String tag) {
        VisibleText.require("tag", tag, 64);
        if (!tag.matches("\\p{ASCII}+")) {
            throw new IllegalArgumentException("tag must have ASCII characters alone, but is '" + tag + "'");
        }
        return new TagBuilder(tag);
    }

    /** Closes all sources with {@link SegmentIdSource#close}, which returns unused numbers. Ends the threads that load ranges. */
    @Override
    public void close() {
        sources.forEach(SegmentIdSource::close);
        threads.forEach(ScheduledExecutorService::shutdown);
    }

    /** Collects the settings of one tag. All processes of a tag need the same settings. A builder is not thread-safe. */
    public final class TagBuilder {

        private final String tag;
        private final List<ExistingNumbers> columns = new ArrayList<>();
        private long smallestStep = 100;
        private long largestStep = 100_000;
        private long max = TagSettings.LARGEST_MAX;
        private long startAt = 1;
        private long gap = TagSettings.STOP;
        private boolean isStrict;
        private Duration target = Duration.ofMinutes(1);
        private Duration maxWait = Duration.ofSeconds(2);

        private TagBuilder(String tag) {
            this.tag = tag;
        }

        /**
         * Sets the bounds of the step, which is how many numbers a range has. The first range has the smallest size. A process that ends without
         * {@code close()} loses at most two ranges of the largest step for each database. By default, a range has 100 to 100,000 numbers.
         */
        public TagBuilder step(long smallest, long largest) {
            smallestStep = smallest;
            largestStep = largest;
            return this;
        }

        /**
         * Sets how long a range should last. Later ranges are larger if a range lasts less than the target duration. Later ranges are smaller if a
         * range lasts at least four times the target duration. Default: 1 min.
         */
        public TagBuilder lastsFor(Duration target) {
            Limits.requireBetween("target", target, Duration.ofMillis(1), Duration.ofDays(1));
            this.target = target;
            return this;
        }

        /** Sets the first number of a new tag. Default: 1. */
        public TagBuilder startAt(long first) {
            Limits.requireBetween("first number", first, 1L, TagSettings.LARGEST_MAX);
            startAt = first;
            return this;
        }

        /**
         * Names a column that stores the numbers. A new tag starts above the column's largest number. The column's type limits the tag's numbers.
         * Stop other writers of the column before {@link #open}, which reads the largest number in the column. Call this method once for each column.
         */
        public TagBuilder storedIn(DataSource dataSource, ColumnName column) {
            columns.add(new ExistingNumbers(dataSource, column));
            return this;
        }

        /** Sets the largest number, at most 2<sup>62</sup> (default). Numbers never wrap to 1. */
        public TagBuilder max(long max) {
            this.max = max;
            return this;
        }

        /**
         * Sets how many numbers a tag skips if a process notices that the table may have lost ranges. By default, the tag then makes no numbers until
         * a call of {@link Segments#raise}. The parameter {@code gap} must be larger than the count of numbers that all processes use between two
         * backups.
         */
        public TagBuilder jumpAfterRestore(long gap) {
            Limits.requireBetween("gap", gap, 1L, TagSettings.LARGEST_GAP);
            this.gap = gap;
            return this;
        }

        /**
         * Makes numbers that increase strictly across all processes. Each call runs one transaction in the calling thread, and loads no number in
         * advance. Strictly increasing numbers need exactly one database.
         */
        public TagBuilder strictlyIncreasing() {
            isStrict = true;
            return step(1, 1);
        }

        /** Sets the longest wait of a call if no number is in memory. Default: 2 s. */
        public TagBuilder maxWait(Duration maxWait) {
            Limits.requireBetween("maxWait", maxWait, Duration.ZERO, Duration.ofMinutes(1));
            this.maxWait = maxWait;
            return this;
        }

        /**
         * Checks the stored settings, creates the tag if it is missing, and loads the first ranges.
         *
         * @throws IllegalArgumentException if the settings contradict each other
         * @throws WorkerLedgerException if a database rejects the settings, or no database answers
         */
        public SegmentIdSource open() {
            if (isStrict && stores.size() > 1) {
                throw new IllegalArgumentException("numbers increase strictly with one database alone, but there are "
                        + stores.size() + ": use one database, or leave out strictlyIncreasing()");
            }
            columns.forEach(column -> max = Math.min(max, column.limit()));
            List<Loader> loaders = new ArrayList<>();
            stores.forEach((remainder, store) -> {
                TagSettings own = new TagSettings(increment, remainder, smallestStep, largestStep, max, gap);
                RangeSource ranges = new RangeSource(tag, own, store, this::start, acceptVolatile);
                int database = loaders.size();
                loaders.add(new Loader(ranges, database, threads.get(database), TimeSource.system()));
            });
            requireUsable(loaders);
            SegmentIdSource source = new SegmentIdSource(
                    tag, loaders, TimeSource.system(), target.toNanos(), isStrict, maxWait.toNanos());
            source.start();
            sources.removeIf(SegmentIdSource::isClosed);
            sources.add(source);
            return source;
        }

        private long start() {
            long used =
                    columns.stream().mapToLong(ExistingNumbers::largest).max().orElse(0);
            return Math.max(startAt, used + 1);
        }

        /** Fails if a database rejects the settings, or if no database can be used. */
        private void requireUsable(List<Loader> loaders) {
            List<Throwable> failures = new ArrayList<>();
            for (Loader loader : loaders) {
                try {
                    loader.ranges.setUp();
                    if (!isStrict) {
                        loader.load(smallestStep);
                    }
                    Optional.ofNullable(loader.failure).ifPresent(failures::add);
                } catch (StoreFailure e) {
                    failures.add(e);
                }
            }
            if (failures.size() == loaders.size()) {
                throw unusable(tag, failures.get(0));
            }
        }
    }

    private static WorkerLedgerException unusable(String tag, Throwable failure) {
        return failure instanceof WorkerLedgerException rejected
                ? rejected
                : new WorkerLedgerException(
                        SqlFault.reason(failure),
                        "the database of tag '" + tag + "' cannot be used: " + VisibleText.inOneLine(failure)
                                + "; check its address, its user and the server",
                        failure);
    }

    /**
     * Raises the next number of a tag in all databases, so that later ranges contain no number below the given number. Also reactivates a tag
     * that stopped after a restore. Pass a number above all numbers in use, with a margin for numbers that processes have in memory.
     *
     * @throws WorkerLedgerException if the tag is missing, or a database does not answer
     */
    public void raise(String tag, long least) {
        Limits.requireBetween("least number", least, 1L, TagSettings.LARGEST_MAX);
        TagSettings ignored = new TagSettings(1, 0, 1, 1, least, TagSettings.STOP);
        stores.values().forEach(store -> {
            try {
                new RangeSource(tag, ignored, store, () -> least, acceptVolatile).raise(least);
            } catch (StoreFailure e) {
                throw unusable(tag, e);
            }
        });
    }

    /**
     * Raises the next number of a tag above the largest number in a column plus a margin, with {@link #raise}.
     *
     * @throws IllegalArgumentException if the margin is negative, or the column does not exist
     */
    public void raiseAbove(String tag, DataSource dataSource, ColumnName column, long margin) {
        Limits.requireBetween("margin", margin, 0L, TagSettings.LARGEST_GAP);
        raise(tag, Math.addExact(new ExistingNumbers(dataSource, column).largest() + 1, margin));
    }
}
