package io.snowflakeid;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Changes single fields of a layout; not thread-safe. */
public final class LayoutBuilder {
    private Instant epoch;
    private Duration tick;
    private int timestampBits;
    private int datacenterBits;
    private int workerBits;
    private int sequenceBits;
    private int geneBits;
    private final List<FixedField> fixedFields;

    LayoutBuilder(SnowflakeLayout start) {
        epoch = start.epoch();
        tick = start.tick();
        timestampBits = start.timestampBits();
        datacenterBits = start.datacenterBits();
        workerBits = start.workerBits();
        sequenceBits = start.sequenceBits();
        geneBits = start.geneBits();
        fixedFields = new ArrayList<>(start.fixedFields());
    }

    /** When tick 0 began, whole milliseconds, not in the future. */
    public LayoutBuilder epoch(Instant epoch) {
        this.epoch = epoch;
        return this;
    }

    /** How long one tick is, whole milliseconds, 1 ms to 1 h. */
    public LayoutBuilder tick(Duration tick) {
        this.tick = tick;
        return this;
    }

    /** Width of the timestamp, 1 to 62 bits. */
    public LayoutBuilder timestampBits(int bits) {
        timestampBits = bits;
        return this;
    }

    /** Width of the datacenter id, 0 to 31 bits; one number from now on, without the named parts that it may have had. */
    public LayoutBuilder datacenterBits(int bits) {
        datacenterBits = bits;
        fixedFields.clear();
        return this;
    }

    /**
     * Adds a named part to the datacenter id, below those that it has: {@code fixedField("region", 3).fixedField("business", 4)}
     * has the region in the highest of 7 bits. A datacenter id without named parts is replaced.
     *
     * @throws IllegalArgumentException if the name or the width is not allowed, see {@link FixedField}
     */
    public LayoutBuilder fixedField(String name, int bits) {
        fixedFields.add(new FixedField(name, bits));
        datacenterBits = fixedFields.stream().mapToInt(FixedField::bits).sum();
        return this;
    }

    /** Width of the worker id, 0 to 31 bits. */
    public LayoutBuilder workerBits(int bits) {
        workerBits = bits;
        return this;
    }

    /** Width of the sequence, 1 to 31 bits. */
    public LayoutBuilder sequenceBits(int bits) {
        sequenceBits = bits;
        return this;
    }

    /** Width of the gene, 0 to 20 bits. */
    public LayoutBuilder geneBits(int bits) {
        geneBits = bits;
        return this;
    }

    /**
     * The layout, checked, also that ids can be made today: its epoch is not in the future, and its last tick not over.
     *
     * @throws IllegalArgumentException naming the field, the value seen and the value allowed
     */
    public SnowflakeLayout build() {
        SnowflakeLayout layout = new SnowflakeLayout(
                epoch, tick, timestampBits, datacenterBits, workerBits, sequenceBits, geneBits, fixedFields);
        LayoutLimits.requireUsable(layout, Instant.now());
        return layout;
    }
}
