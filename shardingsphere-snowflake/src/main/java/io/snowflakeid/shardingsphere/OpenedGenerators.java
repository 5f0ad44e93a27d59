package io.snowflakeid.shardingsphere;

import io.snowflakeid.ledger.ConfiguredGenerator;
import java.util.HashMap;
import java.util.Map;

/**
 * The generators that were created from settings. ShardingSphere creates new key generators when it reloads its rules, and never closes key
 * generators. Key generators with equal settings share one Snowflake id generator, because two id generators cannot claim the same fixed worker.
 * While one call opens a generator, other calls wait.
 */
final class OpenedGenerators {

    private static final Map<Map<String, String>, ConfiguredGenerator> BY_SETTINGS = new HashMap<>();

    private OpenedGenerators() {}

    static synchronized ConfiguredGenerator with(Map<String, String> settings) {
        ConfiguredGenerator known = BY_SETTINGS.get(settings);
        if (known == null) {
            known = opened(settings);
            BY_SETTINGS.put(settings, known);
        }
        return known;
    }

    private static ConfiguredGenerator opened(Map<String, String> settings) {
        ConfiguredGenerator open = ConfiguredGenerator.open(settings, KeyGeneratorSettings.PREFIX, name -> {
            throw KeyGeneratorSettings.noDataSource(name);
        });
        try {
            GeneBits.reject(open.ids().layout());
            return open;
        } catch (IllegalArgumentException e) {
            open.close();
            throw e;
        }
    }

    static synchronized void closeAll() {
        BY_SETTINGS.values().forEach(ConfiguredGenerator::close);
        BY_SETTINGS.clear();
    }
}
