package io.snowflakeid;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * What the 63 bits of an id mean, most significant field first:
 *
 * <pre>0 | timestamp (ticks since epoch) | datacenter | worker | sequence [ | gene ]</pre>
 *
 * <p>Immutable, and valid once built. Freeze a layout before the first row is written: an id can only be read with the layout
 * that made it. The shape goes back to Twitter's Snowflake (2010).
 *
 * @param epoch when tick 0 began, whole milliseconds
 * @param tick how long one tick is, whole milliseconds, 1 ms to 1 h
 * @param timestampBits width of the timestamp, 1 to 62
 * @param datacenterBits width of the datacenter id, the part that an operator fixes (a region, a game server's number), 0 to 31
 * @param workerBits width of the worker id, 0 to 31
 * @param sequenceBits width of the sequence, 1 to 31
 * @param geneBits width of the gene, the part taken from a sharding key, 0 to 20
 */
public record SnowflakeLayout(
        Instant epoch,
        Duration tick,
        int timestampBits,
        int datacenterBits,
        int workerBits,
        int sequenceBits,
        int geneBits) {

    /** When Twitter's ids began, 2010-11-04T01:42:54.657Z: the earliest epoch in common use, so these ids sort above others. */
    private static final Instant TWITTER_EPOCH = Instant.ofEpochMilli(1_288_834_974_657L);

    private static final Duration MILLISECOND = Duration.ofMillis(1);
    private static final Duration LEAST_RUN_AHEAD = Duration.ofMillis(10);
    private static final int MAX_BITS = 63;

    /** 41 x 1 ms, 1,024 workers, 4,096 ids per ms and worker, until July 2080. */
    public static final SnowflakeLayout DEFAULT = new SnowflakeLayout(TWITTER_EPOCH, MILLISECOND, 41, 0, 10, 12, 0);

    /** Twitter's original: 41 x 1 ms, 32 datacenters of 32 workers, 4,096 ids per ms and worker, until July 2080. */
    public static final SnowflakeLayout TWITTER = new SnowflakeLayout(TWITTER_EPOCH, MILLISECOND, 41, 5, 5, 12, 0);

    /** 41 x 1 ms, 4,096 game servers (the datacenter id), 1,024 ids per ms and server, until July 2080. */
    public static final SnowflakeLayout GAME_SERVERS =
            new SnowflakeLayout(TWITTER_EPOCH, MILLISECOND, 41, 12, 0, 10, 0);

    /**
     * Checks every field, the sum, and that the layout is usable today.
     *
     * @throws IllegalArgumentException naming the field, the value seen and the value allowed
     */
    public SnowflakeLayout {
        requireBetween("timestampBits", timestampBits, 1, 62);
        requireBetween("datacenterBits", datacenterBits, 0, 31);
        requireBetween("workerBits", workerBits, 0, 31);
        requireBetween("sequenceBits", sequenceBits, 1, 31);
        requireBetween("geneBits", geneBits, 0, 20);
        requireSum(timestampBits, datacenterBits, workerBits, sequenceBits, geneBits);
        requireTick(tick);
        requireEpoch(epoch);
        requireTimeLeft(epoch, tick, timestampBits);
    }

    /** Starts from {@link #DEFAULT}. */
    public static Builder builder() {
        return DEFAULT.toBuilder();
    }

    /** Starts from this layout. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /**
     * This layout with a gene, whose bits come out of the sequence: fewer ids per tick and worker, the same length.
     *
     * @param bits 0 to 20, and less than the sequence has together with the present gene
     * @throws IllegalArgumentException if nothing would be left of the sequence
     */
    public SnowflakeLayout withGene(int bits) {
        return toBuilder()
                .sequenceBits(sequenceBits + geneBits - bits)
                .geneBits(bits)
                .build();
    }

    /**
     * Reads a preset's name ({@code DEFAULT}, {@code TWITTER}, {@code GAME_SERVERS}) or the form that {@link #spec} writes.
     *
     * @throws IllegalArgumentException if the text is neither, or describes an invalid layout
     */
    public static SnowflakeLayout parse(String text) {
        return switch (text.trim().toUpperCase(Locale.ROOT)) {
            case "DEFAULT" -> DEFAULT;
            case "TWITTER" -> TWITTER;
            case "GAME_SERVERS" -> GAME_SERVERS;
            default -> LayoutSpec.parse(text.trim());
        };
    }

    /**
     * This layout in one word, {@code <timestamp>x<tick>ms/<datacenter>/<worker>/<sequence>[/<gene>]@<epoch>}, for instance
     * {@code 41x1ms/0/10/12@2010-11-04T01:42:54.657Z}. {@link #parse} reads it.
     */
    public String spec() {
        return LayoutSpec.write(this);
    }

    // ---- encode and decode

    /**
     * Reads the fields of an id.
     *
     * @throws IllegalArgumentException if the id is negative, or longer than this layout's ids
     */
    public DecodedId decode(long id) {
        if (id < 0) {
            throw new IllegalArgumentException(
                    "id " + id + " is negative: ids are positive, so it was not made by any Snowflake layout");
        }
        if (id > maxId()) {
            throw new IllegalArgumentException("id " + id + " has more than the " + bits() + " bits of layout " + spec()
                    + ": decode it with the layout that made it");
        }
        return new DecodedId(
                timestampOf(id >>> timestampShift()),
                (id >>> datacenterShift()) & mask(datacenterBits),
                (id >>> workerShift()) & mask(workerBits),
                (id >>> geneBits) & mask(sequenceBits),
                id & mask(geneBits));
    }

    /**
     * Puts an id together; the timestamp is rounded down to its tick.
     *
     * @throws IllegalArgumentException if a field does not fit, naming it
     */
    public long encode(DecodedId fields) {
        requireWorker(fields.datacenter(), fields.worker());
        requireFits("sequence", fields.sequence(), sequenceBits);
        requireGene(fields.gene());
        return (tickAt(fields.timestamp()) << timestampShift())
                | (fields.datacenter() << datacenterShift())
                | (fields.worker() << workerShift())
                | (fields.sequence() << geneBits)
                | fields.gene();
    }

    /**
     * The smallest id of the tick in which the instant lies: {@code id >= minIdAt(from)} selects rows by time of creation.
     *
     * @throws IllegalArgumentException if the instant is before the epoch or after the last tick
     */
    public long minIdAt(Instant instant) {
        return tickAt(instant) << timestampShift();
    }

    /** The largest id of the tick in which the instant lies; refuses the same instants as {@link #minIdAt}. */
    public long maxIdAt(Instant instant) {
        return minIdAt(instant) | mask(timestampShift());
    }

    /** The gene in the lowest bits of an id: what a child row copies from its parent's id. */
    public long geneIn(long id) {
        return id & mask(geneBits);
    }

    /** The gene of a sharding key under this layout, see {@link Gene}. */
    public long geneOf(long shardingKey) {
        return Gene.of(shardingKey, geneBits);
    }

    /** The gene of a sharding key under this layout, see {@link Gene}. */
    public long geneOf(String shardingKey) {
        return Gene.of(shardingKey, geneBits);
    }

    // ---- ticks

    /** The first instant that has no tick any more; {@link Instant#MAX} if that is beyond what an instant can say. */
    public Instant exhaustedAt() {
        return endOf(epoch, tick, timestampBits);
    }

    /** The last tick that fits into the timestamp. */
    public long maxTick() {
        return mask(timestampBits);
    }

    /**
     * The tick in which an instant lies, counted from the epoch.
     *
     * @throws IllegalArgumentException if the instant is before the epoch or after the last tick
     */
    public long tickAt(Instant instant) {
        if (instant.isBefore(epoch) || !instant.isBefore(exhaustedAt())) {
            throw new IllegalArgumentException(
                    "timestamp must be from " + epoch + " to before " + exhaustedAt() + ", but is " + instant);
        }
        return Math.floorDiv(instant.toEpochMilli() - epoch.toEpochMilli(), tick.toMillis());
    }

    /** When a tick begins. */
    public Instant timestampOf(long tickNumber) {
        return Instant.ofEpochMilli(epoch.toEpochMilli() + tickNumber * tick.toMillis());
    }

    /** How many ticks a burst may run ahead of the clock: 10 ms, at least one tick. */
    public long runAheadTicks() {
        return Math.max(1, LEAST_RUN_AHEAD.dividedBy(tick));
    }

    /** How many ids one step of {@link IdGenerator#reserve} may take: those of {@link #runAheadTicks()}; a burst adds the present tick's. */
    public int burstSize() {
        return (int) Math.min(Integer.MAX_VALUE, runAheadTicks() << sequenceBits);
    }

    /** The largest datacenter id, 2<sup>datacenterBits</sup> - 1. */
    public long maxDatacenter() {
        return mask(datacenterBits);
    }

    /** The largest worker id, 2<sup>workerBits</sup> - 1. */
    public long maxWorker() {
        return mask(workerBits);
    }

    /** The largest gene, 2<sup>geneBits</sup> - 1. */
    public long maxGene() {
        return mask(geneBits);
    }

    /** How many bits an id has, at most 63. */
    public int bits() {
        return timestampShift() + timestampBits;
    }

    /** This layout in one line, as a person draws it. */
    public String drawing() {
        StringBuilder line = new StringBuilder("0 | timestamp " + timestampBits + " x " + tickText());
        draw(line, "datacenter", datacenterBits);
        draw(line, "worker", workerBits);
        draw(line, "sequence", sequenceBits);
        draw(line, "gene", geneBits);
        return line.append(" | ")
                .append(bits())
                .append(" bits, ")
                .append(epoch)
                .append(" to ")
                .append(exhaustedAt())
                .toString();
    }

    private static void draw(StringBuilder line, String field, int bits) {
        if (bits > 0) {
            line.append(" | ").append(field).append(' ').append(bits);
        }
    }

    private String tickText() {
        long millis = tick.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
    }

    /** The same as {@link #drawing()}. */
    @Override
    public String toString() {
        return drawing();
    }

    int timestampShift() {
        return datacenterShift() + datacenterBits;
    }

    int datacenterShift() {
        return workerShift() + workerBits;
    }

    int workerShift() {
        return sequenceBits + geneBits;
    }

    /**
     * Refuses a datacenter or worker id that this layout has no room for.
     *
     * @throws IllegalArgumentException naming the id, its range and the next step
     */
    public void requireWorker(long datacenter, long worker) {
        requireFits("datacenter id", datacenter, datacenterBits);
        requireFits("worker id", worker, workerBits);
    }

    void requireGene(long gene) {
        requireFits("gene", gene, geneBits);
    }

    private static void requireFits(String field, long value, int bits) {
        if (value < 0 || value > mask(bits)) {
            throw new IllegalArgumentException(field + " " + value + " does not fit into " + bits + " bits (0.."
                    + mask(bits) + "); use a layout with more " + field.replace(" id", "") + " bits or a smaller "
                    + field.replaceFirst(".* ", ""));
        }
    }

    private long maxId() {
        return mask(bits());
    }

    static long mask(int bits) {
        return (1L << bits) - 1;
    }

    // ---- validation

    private static void requireBetween(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + " must be between " + least + " and " + most + ", but is " + value);
        }
    }

    private static void requireSum(int timestamp, int datacenter, int worker, int sequence, int gene) {
        int sum = timestamp + datacenter + worker + sequence + gene;
        if (sum > MAX_BITS) {
            throw new IllegalArgumentException(
                    "layout needs " + sum + " bits (timestamp " + timestamp + " + datacenter "
                            + datacenter + " + worker " + worker + " + sequence " + sequence + " + gene " + gene + "), "
                            + (sum - MAX_BITS) + " more than the " + MAX_BITS
                            + " of a positive long: make a field narrower");
        }
    }

    private static void requireTick(Duration tick) {
        boolean wholeMillis = tick.equals(Duration.ofMillis(tick.toMillis()));
        if (!wholeMillis || tick.compareTo(MILLISECOND) < 0 || tick.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("tick must be whole milliseconds between 1 ms and 1 h, but is " + tick);
        }
    }

    private static void requireEpoch(Instant epoch) {
        if (!epoch.equals(epoch.truncatedTo(ChronoUnit.MILLIS))) {
            throw new IllegalArgumentException("epoch must be whole milliseconds, but is " + epoch);
        }
        if (epoch.isBefore(Instant.EPOCH) || epoch.isAfter(Instant.now())) {
            throw new IllegalArgumentException("epoch must be between " + Instant.EPOCH + " and now, but is " + epoch
                    + ": ids before it would be negative");
        }
    }

    private static void requireTimeLeft(Instant epoch, Duration tick, int timestampBits) {
        Instant end = endOf(epoch, tick, timestampBits);
        if (!end.isAfter(Instant.now())) {
            throw new IllegalArgumentException(timestampBits + " bits of " + tick.toMillis() + " ms last "
                    + years(epoch, end) + " years, so a layout with epoch " + epoch + " ran out at " + end
                    + ": use more timestamp bits, a longer tick or a later epoch");
        }
    }

    private static String years(Instant from, Instant to) {
        return String.format(Locale.ROOT, "%.1f", Duration.between(from, to).toDays() / 365.25);
    }

    private static Instant endOf(Instant epoch, Duration tick, int timestampBits) {
        try {
            return epoch.plusMillis(Math.multiplyExact(1L << timestampBits, tick.toMillis()));
        } catch (ArithmeticException | DateTimeException beyondAllInstants) {
            return Instant.MAX;
        }
    }

    /** Changes single fields of a layout; not thread-safe. */
    public static final class Builder {
        private Instant epoch;
        private Duration tick;
        private int timestampBits;
        private int datacenterBits;
        private int workerBits;
        private int sequenceBits;
        private int geneBits;

        private Builder(SnowflakeLayout start) {
            epoch = start.epoch;
            tick = start.tick;
            timestampBits = start.timestampBits;
            datacenterBits = start.datacenterBits;
            workerBits = start.workerBits;
            sequenceBits = start.sequenceBits;
            geneBits = start.geneBits;
        }

        /** When tick 0 began, whole milliseconds, not in the future. */
        public Builder epoch(Instant epoch) {
            this.epoch = epoch;
            return this;
        }

        /** How long one tick is, whole milliseconds, 1 ms to 1 h. */
        public Builder tick(Duration tick) {
            this.tick = tick;
            return this;
        }

        /** Width of the timestamp, 1 to 62 bits. */
        public Builder timestampBits(int bits) {
            timestampBits = bits;
            return this;
        }

        /** Width of the datacenter id, 0 to 31 bits. */
        public Builder datacenterBits(int bits) {
            datacenterBits = bits;
            return this;
        }

        /** Width of the worker id, 0 to 31 bits. */
        public Builder workerBits(int bits) {
            workerBits = bits;
            return this;
        }

        /** Width of the sequence, 1 to 31 bits. */
        public Builder sequenceBits(int bits) {
            sequenceBits = bits;
            return this;
        }

        /** Width of the gene, 0 to 20 bits. */
        public Builder geneBits(int bits) {
            geneBits = bits;
            return this;
        }

        /**
         * The layout, checked.
         *
         * @throws IllegalArgumentException naming the field, the value seen and the value allowed
         */
        public SnowflakeLayout build() {
            return new SnowflakeLayout(epoch, tick, timestampBits, datacenterBits, workerBits, sequenceBits, geneBits);
        }
    }
}
