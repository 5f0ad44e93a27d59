package io.snowflakeid;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What the 63 bits of an id mean, most significant field first:
 *
 * <pre>0 | timestamp (ticks since epoch) | datacenter | worker | sequence [ | gene ]</pre>
 *
 * <p>Immutable, and valid once built. Freeze a layout before the first row is written: an id can only be read with the layout
 * that made it, and ids of two layouts may be equal. The shape goes back to Twitter's Snowflake (2010).
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

    private static final Duration LEAST_RUN_AHEAD = Duration.ofMillis(10);

    /**
     * 41 x 1 ms, 1,024 workers, 4,096 ids per ms and worker, until July 2080. It begins when Twitter's ids did, the earliest epoch in common
     * use, so these ids sort above others.
     */
    public static final SnowflakeLayout DEFAULT = LayoutSpec.parse("41x1ms/0/10/12@2010-11-04T01:42:54.657Z");

    /** Twitter's original: 41 x 1 ms, 32 datacenters of 32 workers, 4,096 ids per ms and worker, until July 2080. */
    public static final SnowflakeLayout TWITTER = LayoutSpec.parse("41x1ms/5/5/12@2010-11-04T01:42:54.657Z");

    /** 41 x 1 ms, 4,096 game servers (the datacenter id), 1,024 ids per ms and server, until July 2080. */
    public static final SnowflakeLayout GAME_SERVERS = LayoutSpec.parse("41x1ms/12/0/10@2010-11-04T01:42:54.657Z");

    /**
     * 35 x 100 ms, 1,048,576 game servers (the datacenter id), until September 2119: more than 93 years. The price is the rate: 256
     * ids per 100 ms and server, 2,560 a second, and a call in a burst parks for up to 100 ms.
     */
    public static final SnowflakeLayout GAME_SERVERS_MAX = LayoutSpec.parse("35x100ms/20/0/8@2010-11-04T01:42:54.657Z");

    /**
     * 28 x 1 s, 16,777,216 workers (room for the host part of a whole IPv4 /8), 2,048 ids per second and worker.
     *
     * <p><b>Ends on 2034-07-04</b>, within a decade: plan what follows. A call in a burst parks for up to a second.
     */
    public static final SnowflakeLayout KUBERNETES = LayoutSpec.parse("28x1000ms/0/24/11@2026-01-01T00:00:00Z");

    /**
     * 39 x 10 ms, 65,536 workers, 256 ids per 10 ms and worker, until November 2188: Sonyflake's widths and tick.
     *
     * <p>Not bit-compatible with it: Sonyflake has its machine id in the lowest bits, here the sequence is lower. The epoch,
     * 2014-09-01T00:00Z, is not later than any default of Sonyflake's versions.
     */
    public static final SnowflakeLayout SONYFLAKE_LIKE = LayoutSpec.parse("39x10ms/0/16/8@2014-09-01T00:00:00Z");

    /**
     * 38 x 10 ms, 128 workers, 256 ids per 10 ms and worker (25,600 a second), until December 2097: 53 bits, so every id is at most
     * 2<sup>53</sup> - 1, which a number of JavaScript holds exactly.
     */
    public static final SnowflakeLayout JAVASCRIPT_SAFE = LayoutSpec.parse("38x10ms/0/7/8@2010-11-04T01:42:54.657Z");

    /**
     * 28 x 1 s, 4,194,304 workers, 8,192 ids per second and worker: the widths of Baidu's uid-generator. Its own default epoch,
     * in May 2016, ran out in November 2024; this one is 2026-01-01T00:00Z.
     *
     * <p><b>Ends on 2034-07-04</b>, within a decade: plan what follows. A call in a burst parks for up to a second.
     */
    public static final SnowflakeLayout UID_GENERATOR_LIKE = LayoutSpec.parse("28x1000ms/0/22/13@2026-01-01T00:00:00Z");

    /**
     * Checks every field and the sum, but not against today's date: a layout that has ended still reads its ids. A ledger grants no worker
     * before the epoch, and none after the last tick.
     *
     * @throws IllegalArgumentException naming the field, the value seen and the value allowed
     */
    public SnowflakeLayout {
        Limits.requireBits(timestampBits, datacenterBits, workerBits, sequenceBits, geneBits);
        Limits.requireTick(tick);
        Limits.requireEpoch(epoch);
    }

    /** The layouts that have a name, by that name, in the order of this page; {@link #parse} reads the names. */
    public static Map<String, SnowflakeLayout> presets() {
        Map<String, SnowflakeLayout> presets = new LinkedHashMap<>();
        presets.put("DEFAULT", DEFAULT);
        presets.put("TWITTER", TWITTER);
        presets.put("GAME_SERVERS", GAME_SERVERS);
        presets.put("GAME_SERVERS_MAX", GAME_SERVERS_MAX);
        presets.put("KUBERNETES", KUBERNETES);
        presets.put("SONYFLAKE_LIKE", SONYFLAKE_LIKE);
        presets.put("JAVASCRIPT_SAFE", JAVASCRIPT_SAFE);
        presets.put("UID_GENERATOR_LIKE", UID_GENERATOR_LIKE);
        return Collections.unmodifiableMap(presets);
    }

    /**
     * This layout with a gene, whose bits come out of the sequence: fewer ids per tick and worker, the same length.
     *
     * @param bits 0 to 20, and less than the sequence has together with the present gene
     * @throws IllegalArgumentException if nothing would be left of the sequence
     */
    public SnowflakeLayout withGene(int bits) {
        return new SnowflakeLayout(
                epoch, tick, timestampBits, datacenterBits, workerBits, sequenceBits + geneBits - bits, bits);
    }

    /**
     * This layout with another epoch: an earlier one makes all ids greater.
     *
     * @param moment when tick 0 began, whole milliseconds
     */
    public SnowflakeLayout withEpoch(Instant moment) {
        return new SnowflakeLayout(moment, tick, timestampBits, datacenterBits, workerBits, sequenceBits, geneBits);
    }

    /**
     * Reads the name of one of the {@link #presets()}, in capitals or not, or the form that {@link #spec} writes. Today's date is not
     * looked at, so the layout of old rows can be read.
     *
     * @throws IllegalArgumentException if the text is neither, or describes an invalid layout
     */
    public static SnowflakeLayout parse(String text) {
        SnowflakeLayout preset = presets().get(text.trim().toUpperCase(Locale.ROOT));
        return preset == null ? LayoutSpec.parse(text.trim()) : preset;
    }

    /**
     * This layout in one word, {@code <timestamp>x<tick>ms/<datacenter>/<worker>/<sequence>[/<gene>]@<epoch>}, for instance
     * {@code 41x1ms/0/10/12@2010-11-04T01:42:54.657Z}: at most 120 characters. {@link #parse} reads it.
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
        Limits.requireFits("sequence", fields.sequence(), sequenceBits, "use a number of that range");
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
        try {
            return epoch.plusMillis(Math.multiplyExact(1L << timestampBits, tick.toMillis()));
        } catch (ArithmeticException | DateTimeException beyondAllInstants) {
            return Instant.MAX;
        }
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
    @Override
    public String toString() {
        return LayoutSpec.draw(this);
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
        Limits.requireFits("datacenter id", datacenter, datacenterBits, "use a number of that range");
        Limits.requireFits("worker id", worker, workerBits, "use a number of that range");
    }

    void requireGene(long gene) {
        Limits.requireFits(
                "gene", gene, geneBits, "take it from layout.geneOf(shardingKey) or layout.geneIn(parentId)");
    }

    /** The largest id, 2<sup>bits</sup> - 1. */
    public long maxId() {
        return mask(bits());
    }

    static long mask(int bits) {
        return (1L << bits) - 1;
    }
}
