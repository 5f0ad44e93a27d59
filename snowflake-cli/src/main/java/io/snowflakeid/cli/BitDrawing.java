package io.snowflakeid.cli;

import io.snowflakeid.FixedField;
import io.snowflakeid.SnowflakeLayout;
import java.io.PrintWriter;

/** The 64 bits of an id with borders between the fields, and the fields' names and widths below. */
final class BitDrawing {

    private final SnowflakeLayout layout;
    private final StringBuilder bits = new StringBuilder();
    private final StringBuilder names = new StringBuilder();

    BitDrawing(SnowflakeLayout layout) {
        this.layout = layout;
    }

    void print(PrintWriter out, long id) {
        int unused = Long.SIZE - layout.bits(); // the sign, and what a shorter layout leaves free
        String all = "0".repeat(Long.numberOfLeadingZeros(id)) + (id == 0 ? "" : Long.toBinaryString(id));
        int from = field(all, 0, unused, unused == 1 ? "" : "unused " + unused);
        from = field(all, from, layout.timestampBits(), "timestamp " + layout.timestampBits());
        if (layout.fixedFields().isEmpty()) {
            from = field(all, from, layout.datacenterBits(), "datacenter " + layout.datacenterBits());
        }
        for (FixedField part : layout.fixedFields()) {
            from = field(all, from, part.bits(), part.name() + " " + part.bits());
        }
        from = field(all, from, layout.workerBits(), "worker " + layout.workerBits());
        from = field(all, from, layout.sequenceBits(), "sequence " + layout.sequenceBits());
        field(all, from, layout.geneBits(), "gene " + layout.geneBits());
        out.println(bits);
        out.println(names.toString().stripTrailing());
    }

    private int field(String all, int from, int width, String name) {
        if (width == 0) {
            return from;
        }
        int columns = Math.max(width, name.length());
        String border = from == 0 ? "" : " | ";
        bits.append(border).append(" ".repeat(columns - width)).append(all, from, from + width);
        names.append(border).append(name).append(" ".repeat(columns - name.length()));
        return from + width;
    }
}
