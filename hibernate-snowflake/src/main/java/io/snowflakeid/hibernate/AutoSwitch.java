package io.snowflakeid.hibernate;

import io.snowflakeid.ApplicationLog;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.mapping.Value;
import org.jspecify.annotations.Nullable;

/** Decides which ids {@link SnowflakeSettings#AUTO} takes over, and says which in the log. */
final class AutoSwitch {

    private static final System.Logger LOG = ApplicationLog.of(AutoSwitch.class);
    private static final List<Class<?>> TOO_SMALL = List.of(Integer.class, Short.class, Byte.class);

    private final boolean on;
    private final List<Attribute> taken = new ArrayList<>();

    AutoSwitch(boolean on) {
        this.on = on;
    }

    /** The mark for an id without one of its own, or null if it is to be left alone. */
    @Nullable
    IdMark markFor(Attribute id, MappedMember member, Value value) {
        if (!on || !Marks.isPlainAuto(member)) {
            return null;
        }
        Class<?> found = value.getType().getReturnedClass();
        if (found == Long.class || found == long.class) {
            taken.add(id);
            return IdMark.plain(SourceSettings.UNNAMED);
        }
        if (TOO_SMALL.contains(found)) {
            LOG.log(
                    Level.WARNING,
                    "{0} leaves {1} alone: a Snowflake id does not fit into {2}; make it a long and its column a BIGINT,"
                            + " or give @GeneratedValue another strategy to say that it is meant so",
                    SnowflakeSettings.AUTO,
                    id,
                    found.getSimpleName());
        }
        return null;
    }

    void report() {
        if (!taken.isEmpty()) {
            LOG.log(Level.INFO, "{0}: Snowflake ids for {1}", SnowflakeSettings.AUTO, taken);
        }
    }
}
