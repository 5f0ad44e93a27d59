package io.snowflakeid.shardingsphere;

import io.snowflakeid.ledger.ConfiguredGenerator;
import java.util.HashMap;
import java.util.Map;

/**
 * The generators that settings opened. ShardingSphere makes a key generator anew whenever it checks or rebuilds its rules, and never
 * closes one: equal settings lead to the same generator, or a fixed worker would be refused to the second. While one is opened, the
 * next ones wait.
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
            GeneBits.refuse(open.ids().layout());
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
