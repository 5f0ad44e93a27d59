package io.snowflakeid;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The fields of an id, most significant first:
 *
 * <pre>0 | timestamp (ticks since epoch) | datacenter | worker | sequence [ | gene ]</pre>
 *
 * <p>Immutable. Never change a layout after the first row is written: an id can only be decoded with the layout that made it, and ids of
 * two layouts may be equal. The order of the fields comes from Twitter's Snowflake (2010).
 *
 * @param epoch the beginning of tick 0, whole milliseconds
 * @param tick the length of a tick, whole milliseconds, 1 ms to 1 h
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

    private static final Pattern SPEC = Pattern.compile(
            "(?<timestamp>\\d{1,2})x(?<tick>\\d{1,9})ms/"
                    + "(?<datacenter>\\d{1,2})/(?<worker>\\d{1,2})/(?<sequence>\\d{1,2})(?:/(?<gene>\\d{1,2}))?@(?<epoch>\\S+)");

    /** 41 x 1 ms, 1,024 workers, 4,096 ids per ms and worker, until July 2080. Twitter's epoch is the earliest in common use. */
    public static final SnowflakeLayout DEFAULT = ofSpec("41x1ms/0/10/12@2010-11-04T01:42:54.657Z");

    /** Twitter's original: 41 x 1 ms, 32 datacenters of 32 workers, 4,096 ids per ms and worker, until July 2080. */
    public static final SnowflakeLayout TWITTER = ofSpec("41x1ms/5/5/12@2010-11-04T01:42:54.657Z");

    /** 41 x 1 ms, 4,096 game servers (the datacenter id), 1,024 ids per ms and server, until July 2080. */
    public static final SnowflakeLayout GAME_SERVERS = ofSpec("41x1ms/12/0/10@2010-11-04T01:42:54.657Z");

    /**
     * 35 x 100 ms, 1,048,576 game servers (the datacenter id), until September 2119. A server makes at most 256 ids per 100 ms,
     * 2,560 a second, and a call in a burst parks for up to 100 ms.
     */
    public static final SnowflakeLayout GAME_SERVERS_MAX = ofSpec("35x100ms/20/0/8@2010-11-04T01:42:54.657Z");

    /**
     * 28 x 1 s, 16,777,216 workers (room for the host part of a whole IPv4 /8), 2,048 ids per second and worker. <b>Ends on
     * 2034-07-04.</b> A call in a burst parks for up to a second.
     */
    public static final SnowflakeLayout KUBERNETES = ofSpec("28x1000ms/0/24/11@2026-01-01T00:00:00Z");

    /**
     * 39 x 10 ms, 65,536 workers, 256 ids per 10 ms and worker, until November 2188: the widths and the tick are Sonyflake's, and the epoch is not
     * later than any default of its versions. Not bit-compatible: Sonyflake's machine id is in the lowest bits.
     */
    public static final SnowflakeLayout SONYFLAKE_LIKE = ofSpec("39x10ms/0/16/8@2014-09-01T00:00:00Z");

    /** 38 x 10 ms, 128 workers, 256 ids per 10 ms and worker, until December 2097: 53 bits, which a JavaScript number holds exactly. */
    public static final SnowflakeLayout JAVASCRIPT_SAFE = ofSpec("38x10ms/0/7/8@2010-11-04T01:42:54.657Z");

    /**
     * 28 x 1 s, 4,194,304 workers, 8,192 ids per second and worker: the widths of Baidu's uid-generator, whose own default epoch ran out
     * in November 2024. <b>Ends on 2034-07-04.</b> A call in a burst parks for up to a second.
     */
    public static final SnowflakeLayout UID_GENERATOR_LIKE = ofSpec("28x1000ms/0/22/13@2026-01-01T00:00:00Z");

    /**
     * Checks every field and the sum, but not today's date: a layout that has ended still decodes its ids.
     *
     * @throws IllegalArgumentException naming the field, the value seen and the value allowed
     */
    public SnowflakeLayout {
        Limits.requireBits(timestampBits, datacenterBits, workerBits, sequenceBits, geneBits);
        Limits.requireTick(tick);
        Limits.requireEpoch(epoch);
    }

    /** The constants of this class by name, in their order. */
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
     * This layout with a gene of 0 to 20 bits, which are taken from the sequence.
     *
     * @throws IllegalArgumentException if nothing would be left of the sequence
     */
    public SnowflakeLayout withGene(int bits) {
        return new SnowflakeLayout(
                epoch, tick, timestampBits, datacenterBits, workerBits, sequenceBits + geneBits - bits, bits);
    }

    /** This layout with another epoch, in whole milliseconds; an earlier epoch makes all ids greater. */
    public SnowflakeLayout withEpoch(Instant moment) {
        return new SnowflakeLayout(moment, tick, timestampBits, datacenterBits, workerBits, sequenceBits, geneBits);
    }

    /**
     * Reads the name of one of the {@link #presets()}, in capitals or small letters, or the form that {@link #spec} writes.
     *
     * @throws IllegalArgumentException if the text is neither, or describes an invalid layout
     */
    public static SnowflakeLayout parse(String text) {
        SnowflakeLayout preset = presets().get(text.trim().toUpperCase(Locale.ROOT));
        return preset == null ? ofSpec(text.trim()) : preset;
    }

    private static SnowflakeLayout ofSpec(String text) {
        Matcher spec = SPEC.matcher(text);
        DateTimeParseException cause = null;
        try {
            if (spec.matches()) {
                return new SnowflakeLayout(
                        OffsetDateTime.parse(spec.group("epoch")).toInstant(),
                        Duration.ofMillis(number(spec, "tick")),
                        number(spec, "timestamp"),
                        number(spec, "datacenter"),
                        number(spec, "worker"),
                        number(spec, "sequence"),
                        spec.group("gene") == null ? 0 : number(spec, "gene"));
            }
        } catch (DateTimeParseException e) {
            cause = e;
        }
        throw new IllegalArgumentException(
                "layout '" + VisibleText.of(text) + "' is neither "
                        + String.join(", ", presets().keySet()) + " nor of the form "
                        + "41x1ms/0/10/12@2010-11-04T01:42:54.657Z (timestamp x tick / datacenter / worker / sequence [/ gene]"
                        + " @ epoch)",
                cause);
    }

    private static int number(Matcher spec, String group) {
        return Integer.parseInt(spec.group(group));
    }

    /**
     * This layout as text of at most 120 characters, {@code <timestamp>x<tick>ms/<datacenter>/<worker>/<sequence>[/<gene>]@<epoch>}, for
     * instance {@code 41x1ms/0/10/12@2010-11-04T01:42:54.657Z}.
     */
    public String spec() {
        return timestampBits + "x" + tick.toMillis() + "ms/" + datacenterBits + "/" + workerBits + "/" + sequenceBits
                + (geneBits == 0 ? "" : "/" + geneBits) + "@" + epoch;
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
     * The id with these fields; the timestamp is rounded down to its tick.
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

    /** The largest id of the tick in which the instant lies; throws as {@link #minIdAt} does. */
    public long maxIdAt(Instant instant) {
        return minIdAt(instant) | mask(timestampShift());
    }

    /** The gene of an id, which the id of a child row copies. */
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

    /** The end of the last tick; {@link Instant#MAX} if an {@code Instant} cannot hold it. */
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

    /** The beginning of a tick. */
    public Instant timestampOf(long tickNumber) {
        return Instant.ofEpochMilli(epoch.toEpochMilli() + tickNumber * tick.toMillis());
    }

    /** How many ticks a burst may run ahead of the clock: 10 ms, at least one tick. */
    public long runAheadTicks() {
        return Math.max(1, 10 / tick.toMillis());
    }

    /** How many ids one step of {@link IdGenerator#reserve} may take: the ids of {@link #runAheadTicks()} ticks. */
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

    /**
     * Refuses a gene that this layout has no room for.
     *
     * @throws IllegalArgumentException naming the gene, its range and the next step
     */
    public void requireGene(long gene) {
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
