package io.snowflakeid.shardingsphere;

import io.snowflakeid.ledger.ConfiguredGenerator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * A generator that settings opened. ShardingSphere makes a key generator anew whenever it checks or rebuilds its rules, and never
 * closes one: equal settings lead to the same generator, or a fixed worker would be refused to the second.
 *
 * <p>While a ledger is asked for a worker, those with equal settings wait, and nobody else.
 */
final class OpenedGenerator {

    private static final ConcurrentMap<Map<String, String>, OpenedGenerator> BY_SETTINGS = new ConcurrentHashMap<>();

    private final Map<String, String> settings;
    private @Nullable ConfiguredGenerator generator; // guarded by this
    private boolean ended; // guarded by this

    private OpenedGenerator(Map<String, String> settings) {
        this.settings = settings;
    }

    static ConfiguredGenerator with(Map<String, String> settings) {
        while (true) {
            ConfiguredGenerator open =
                    BY_SETTINGS.computeIfAbsent(settings, OpenedGenerator::new).open();
            if (open != null) {
                return open;
            }
            // it has just ended, so the next look finds none, or a new one
        }
    }

    /** Null if it has ended. */
    private synchronized @Nullable ConfiguredGenerator open() {
        if (!ended && generator == null) {
            generator = opened();
        }
        return ended ? null : generator;
    }

    private ConfiguredGenerator opened() {
        try {
            ConfiguredGenerator open = ConfiguredGenerator.open(settings, KeyGeneratorSettings.PREFIX, name -> {
                throw KeyGeneratorSettings.noDataSource(name);
            });
            refuseGeneBits(open);
            return open;
        } catch (RuntimeException e) {
            end();
            throw e;
        }
    }

    private static void refuseGeneBits(ConfiguredGenerator open) {
        try {
            GeneBits.refuse(open.layout());
        } catch (IllegalArgumentException e) {
            open.close();
            throw e;
        }
    }

    static void closeAll() {
        List.copyOf(BY_SETTINGS.values()).forEach(OpenedGenerator::close);
    }

    /** Waits for one that is being opened, and closes it. */
    private synchronized void close() {
        end();
        if (generator != null) {
            generator.close();
        }
    }

    private void end() {
        ended = true;
        BY_SETTINGS.remove(settings, this);
    }
}
