package io.snowflakeid.shardingsphere;

import io.snowflakeid.ledger.ConfiguredGenerator;
import java.util.HashMap;
import java.util.Map;

/**
 * The generators that were opened from settings. ShardingSphere creates a new key generator whenever it checks or rebuilds its rules, and never
 * closes a key generator. Equal settings share a generator, because a second generator cannot claim the same fixed worker. While a generator is being
 * opened, other calls wait.
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
