package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.MergeConfig.Fingerprint;
import io.snowflakeid.merge.config.ServerConfig;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan.TablePrint;
import io.snowflakeid.merge.schema.ObjectVersions;
import io.snowflakeid.merge.schema.Schema;
import io.snowflakeid.merge.schema.Table;
import java.lang.ref.SoftReference;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a plan has read of the sources, for the next plan: while the sources stay as they are, that one reads only what a change of
 * merge.yaml asks for besides.
 *
 * <p>The sources stay as they are while no definition and no time of a last write changes; a table whose last write the server does not
 * know has the same number of rows and the same greatest key, as a run compares it. The next plan is of the same point in time, so
 * that a condition that asks for the time selects the same rows. A condition that looks at another database than the sources is not
 * known to have changed.
 *
 * <p>All of it is in memory, and given up where memory is short. Not thread-safe.
 */
public final class Readings {

    private final Map<List<?>, SoftReference<Object>> values = new HashMap<>();
    private final Map<List<?>, TablePrint> prints = new HashMap<>();
    private @Nullable State state;

    /** What was read of. */
    private record State(
            String plannedAt,
            ServerConfig server,
            Map<String, String> sources,
            List<Schema> schemas,
            List<ObjectVersions> objects) {

        boolean isAt(MergeConfig config) {
            return server.equals(config.server())
                    && List.copyOf(sources.entrySet())
                            .equals(List.copyOf(config.sources().entrySet()));
        }
    }

    /** Reads something that is not null. */
    @FunctionalInterface
    interface Reading<T> {
        T read() throws SQLException;
    }

    /** Nothing yet. */
    public Readings() {}

    /** The time of the plan that has read these sources, in UTC and to the second; else the time given. */
    String plannedAt(MergeConfig config, String now) {
        if (state == null || !state.isAt(config)) {
            forget();
            return now;
        }
        return state.plannedAt();
    }

    private void forget() {
        state = null;
        values.clear();
        prints.clear();
    }

    /**
     * Begins a plan.
     *
     * @return whether what is kept, if anything, is what the sources are now; if not, it is forgotten, and the plan needs a later time
     */
    boolean begin(Game game, String plannedAt) throws SQLException {
        List<ObjectVersions> objects = new ArrayList<>();
        for (Schema schema : game.schemas()) {
            objects.add(game.sessions().with(session -> ObjectVersions.of(session, schema)));
        }
        if (state != null && !isUnchanged(state, game, objects)) {
            forget();
            return false;
        }
        if (state == null) {
            state = new State(plannedAt, game.config().server(), game.config().sources(), game.schemas(), objects);
        }
        return true;
    }

    private boolean isUnchanged(State before, Game game, List<ObjectVersions> objects) throws SQLException {
        if (!before.objects().equals(objects) || !knowsWrites(game)) {
            return false;
        }
        for (SourcePlan source : game.sources()) {
            Schema then = before.schemas().get(source.number() - 1);
            for (Table table : game.schemas().get(source.number() - 1).tables().values()) {
                Table was = then.tables().get(table.name());
                if (was == null
                        || !PrintReader.definition(was).equals(PrintReader.definition(table))
                        || !isUnwritten(before, game, source, was, table)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** H2 knows the time of no write. */
    private static boolean knowsWrites(Game game) {
        return ServerKind.of(game.sessions().server().product()) != ServerKind.H2;
    }

    private boolean isUnwritten(State before, Game game, SourcePlan source, Table was, Table table)
            throws SQLException {
        String write = table.lastWrite();
        if (write != null) {
            // within the second of a reading there may be a write after it
            return write.equals(was.lastWrite()) && write.compareTo(before.plannedAt()) < 0;
        }
        TablePrint print = prints.get(printKey(source, table, game.config().fingerprint()));
        return was.lastWrite() == null
                && print != null
                && PrintReader.difference(print, readPrint(game, source, table)) == null;
    }

    private static List<?> printKey(SourcePlan source, Table table, Fingerprint fingerprint) {
        return List.of(source.number(), table.name(), fingerprint);
    }

    private static TablePrint readPrint(Game game, SourcePlan source, Table table) throws SQLException {
        PrintReader reader =
                new PrintReader(game.sessions().dialect(), game.config().fingerprint());
        return game.sessions().with(session -> reader.read(session, source.database(), table));
    }

    /** What tells whether a table changes. */
    TablePrint print(Game game, SourcePlan source, Table table) throws SQLException {
        List<?> key = printKey(source, table, game.config().fingerprint());
        TablePrint print = prints.get(key);
        if (print == null) {
            print = readPrint(game, source, table);
            prints.put(key, print);
        }
        return print;
    }

    /**
     * What was read, or is read now.
     *
     * @param what all that decides what is read, the statement above all; each caller's differ from the others'
     */
    @SuppressWarnings("unchecked") // a key has one caller, which reads the same type each time
    <T> T get(SourcePlan source, List<?> what, Reading<T> reading) throws SQLException {
        List<?> key = List.of(source.number(), what);
        SoftReference<Object> kept = values.get(key);
        Object value = kept == null ? null : kept.get();
        if (value == null) {
            value = reading.read();
            values.put(key, new SoftReference<>(value));
        }
        return (T) value;
    }
}
