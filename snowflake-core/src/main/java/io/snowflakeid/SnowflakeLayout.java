package io.snowflakeid;

import io.snowflakeid.internal.VisibleText;
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
 * The order and the widths of the fields of an id, with the most significant field first.
 *
 * <pre>0 | timestamp (ticks since epoch) | datacenter | worker | sequence [ | gene ]</pre>
 *
 * <p>Never change the layout of a database after the first row is written, because ids of two layouts may be equal. Only the layout
 * that made an id can decode the id. The order of the fields comes from Twitter's Snowflake (2010).
 *
 * @param epoch the start of tick 0, in whole milliseconds
 * @param tick the length of a tick, in whole milliseconds, from 1 ms to 1 h
 * @param timestampBits the width of the timestamp, 1 to 62 bits
 * @param datacenterBits the width of the datacenter id (the number of a region or a game server), 0 to 31 bits
 * @param workerBits the width of the worker id, 0 to 31 bits
 * @param sequenceBits the width of the sequence, 1 to 31 bits
 * @param geneBits the width of the gene (a hash of a sharding key), 0 to 20 bits
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

    /** This layout allows 1,024 workers with 4,096 ids per millisecond each, until July 2080. The epoch is 2010-11-04T01:42:54.657Z. */
    public static final SnowflakeLayout DEFAULT = ofSpec("41x1ms/0/10/12@2010-11-04T01:42:54.657Z");

    /** Twitter's original layout allows 32 datacenters with 32 workers each and 4,096 ids per millisecond and worker, until July 2080. */
    public static final SnowflakeLayout TWITTER = ofSpec("41x1ms/5/5/12@2010-11-04T01:42:54.657Z");

    /** This layout allows 4,096 game servers (as datacenter ids) with 1,024 ids per millisecond each, until July 2080. */
    public static final SnowflakeLayout GAME_SERVERS = ofSpec("41x1ms/12/0/10@2010-11-04T01:42:54.657Z");

    /**
     * This layout allows 1,048,576 game servers (as datacenter ids) with 256 ids per 100 ms each, until September 2119. If all ids of a tick are
     * used, a calling thread may wait for up to 100 ms.
     */
    public static final SnowflakeLayout GAME_SERVERS_MAX = ofSpec("35x100ms/20/0/8@2010-11-04T01:42:54.657Z");

    /**
     * This layout allows 16,777,216 workers with 2,048 ids per second each, <b>until 4 July 2034.</b> A worker id can be the host part (24 bits) of
     * an IPv4 address in a /8 network. If all ids of a tick are used, a calling thread may wait for up to one second.
     */
    public static final SnowflakeLayout KUBERNETES = ofSpec("28x1000ms/0/24/11@2026-01-01T00:00:00Z");

    /**
     * This layout allows 65,536 workers with 256 ids per 10 ms each, until November 2188. The field widths and the tick length are equal to the
     * defaults of Sonyflake. The epoch is not later than the default epoch of any Sonyflake version. This layout cannot decode ids of Sonyflake,
     * whose machine id is in the lowest bits.
     */
    public static final SnowflakeLayout SONYFLAKE_LIKE = ofSpec("39x10ms/0/16/8@2014-09-01T00:00:00Z");

    /** This layout allows 128 workers with 256 ids per 10 ms each, until December 2097. Ids of this layout fit into a JavaScript number (53 bits). */
    public static final SnowflakeLayout JAVASCRIPT_SAFE = ofSpec("38x10ms/0/7/8@2010-11-04T01:42:54.657Z");

    /**
     * This layout allows 4,194,304 workers with 8,192 ids per second each, <b>until 4 July 2034.</b> The field widths are equal to the defaults of
     * Baidu's uid-generator. If all ids of a tick are used, a calling thread may wait for up to one second.
     */
    public static final SnowflakeLayout UID_GENERATOR_LIKE = ofSpec("28x1000ms/0/22/13@2026-01-01T00:00:00Z");

    /**
     * Checks the range of every field and the sum of the widths. A layout is still valid after its last tick, so that applications can decode old
     * ids.
     *
     * @throws IllegalArgumentException if a field is invalid, or if the sum of the widths is greater than 63. The message contains the field, the
     *     value and the allowed range
     */
    public SnowflakeLayout {
        LayoutLimits.requireBits(timestampBits, datacenterBits, workerBits, sequenceBits, geneBits);
        LayoutLimits.requireTick(tick);
        LayoutLimits.requireEpoch(epoch);
    }

    /** Returns the layouts that this class declares as constants, by name and in the order of declaration. */
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
     * Returns a copy of this layout with the given number of gene bits, from 0 to 20. Each additional gene bit replaces one sequence bit of this
     * layout.
     *
     * @throws IllegalArgumentException if the number of gene bits is out of range, or if no bit remains for the sequence
     */
    public SnowflakeLayout withGene(int bits) {
        return new SnowflakeLayout(
                epoch, tick, timestampBits, datacenterBits, workerBits, sequenceBits + geneBits - bits, bits);
    }

    /** Returns a copy of this layout with another epoch, in whole milliseconds. An earlier epoch makes all new ids greater. */
    public SnowflakeLayout withEpoch(Instant moment) {
        return new SnowflakeLayout(moment, tick, timestampBits, datacenterBits, workerBits, sequenceBits, geneBits);
    }

    /**
     * Returns the layout with the given name from {@link #presets()}, in upper or lower case, or with the given {@link #spec()}.
     *
     * @throws IllegalArgumentException if the text is neither a name nor a valid layout
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
     * Returns this layout as a text of at most 120 characters in the form {@code TIMESTAMPxTICKms/DATACENTER/WORKER/SEQUENCE[/GENE]@EPOCH}, such as
     * {@code 41x1ms/0/10/12@2010-11-04T01:42:54.657Z}.
     */
    public String spec() {
        return timestampBits + "x" + tick.toMillis() + "ms/" + datacenterBits + "/" + workerBits + "/" + sequenceBits
                + (geneBits == 0 ? "" : "/" + geneBits) + "@" + epoch;
    }

    /**
     * Returns the fields of an id.
     *
     * @throws IllegalArgumentException if the id is negative, or has more bits than this layout
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
     * Returns the id that consists of the given fields. The timestamp is rounded down to the start of its tick.
     *
     * @throws IllegalArgumentException if a field does not fit into this layout
     */
    public long encode(DecodedId fields) {
        requireWorker(fields.datacenter(), fields.worker());
        LayoutLimits.requireFits("sequence", fields.sequence(), sequenceBits, "use a number of that range");
        requireGene(fields.gene());
        return (tickAt(fields.timestamp()) << timestampShift())
                | (fields.datacenter() << datacenterShift())
                | (fields.worker() << workerShift())
                | (fields.sequence() << geneBits)
                | fields.gene();
    }

    /**
     * Returns the smallest id of the tick that contains the instant. The condition {@code id >= minIdAt(from)} selects rows by the creation time of
     * their ids.
     *
     * @throws IllegalArgumentException if the instant is before the epoch or after the last tick
     */
    public long minIdAt(Instant instant) {
        return tickAt(instant) << timestampShift();
    }

    /** Returns the largest id of the tick that contains the instant. This method throws the same exceptions as {@link #minIdAt}. */
    public long maxIdAt(Instant instant) {
        return minIdAt(instant) | mask(timestampShift());
    }

    /** Returns the gene bits of an id. The id of a child row should have the gene bits of its parent's id. */
    public long geneIn(long id) {
        return id & mask(geneBits);
    }

    /** Returns the gene that {@link Gene} computes from a sharding key for this layout. */
    public long geneOf(long shardingKey) {
        return Gene.of(shardingKey, geneBits);
    }

    /** Returns the gene that {@link Gene} computes from a sharding key for this layout. */
    public long geneOf(String shardingKey) {
        return Gene.of(shardingKey, geneBits);
    }

    /** Returns the end of the last tick, or {@link Instant#MAX} if an {@code Instant} cannot represent the end. */
    public Instant exhaustedAt() {
        try {
            return epoch.plusMillis(Math.multiplyExact(1L << timestampBits, tick.toMillis()));
        } catch (ArithmeticException | DateTimeException beyondAllInstants) {
            return Instant.MAX;
        }
    }

    /** Returns the largest tick number that fits into the timestamp bits. */
    public long maxTick() {
        return mask(timestampBits);
    }

    /**
     * Returns the number of the tick that contains an instant, counted from the epoch.
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

    /** Returns the start of a tick. */
    public Instant timestampOf(long tickNumber) {
        return Instant.ofEpochMilli(epoch.toEpochMilli() + tickNumber * tick.toMillis());
    }

    /**
     * Returns the largest number of ticks by which a burst of ids may be ahead of the clock. The result is the number of whole ticks in 10 ms, or 1
     * if a tick is longer.
     */
    public long runAheadTicks() {
        return Math.max(1, 10 / tick.toMillis());
    }

    /**
     * Returns the number of ids in {@link #runAheadTicks()} ticks, which is the largest number of ids that {@link IdGenerator#reserve} reserves at
     * once.
     */
    public int burstSize() {
        return (int) Math.min(Integer.MAX_VALUE, runAheadTicks() << sequenceBits);
    }

    /** Returns the largest datacenter id of this layout. */
    public long maxDatacenter() {
        return mask(datacenterBits);
    }

    /** Returns the largest worker id of this layout. */
    public long maxWorker() {
        return mask(workerBits);
    }

    /** Returns the largest gene, in which all gene bits are 1. */
    public long maxGene() {
        return mask(geneBits);
    }

    /** Returns the number of bits of an id, which is at most 63. */
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
     * Rejects a datacenter id or a worker id that does not fit into this layout.
     *
     * @throws IllegalArgumentException if the datacenter id or the worker id does not fit into this layout
     */
    public void requireWorker(long datacenter, long worker) {
        LayoutLimits.requireFits("datacenter id", datacenter, datacenterBits, "use a number of that range");
        LayoutLimits.requireFits("worker id", worker, workerBits, "use a number of that range");
    }

    /**
     * Rejects a gene that does not fit into this layout.
     *
     * @throws IllegalArgumentException if the gene does not fit into the gene bits of this layout
     */
    public void requireGene(long gene) {
        LayoutLimits.requireFits(
                "gene", gene, geneBits, "take it from layout.geneOf(shardingKey) or layout.geneIn(parentId)");
    }

    /** Returns the largest id of this layout. */
    public long maxId() {
        return mask(bits());
    }

    static long mask(int bits) {
        return (1L << bits) - 1;
    }
}
