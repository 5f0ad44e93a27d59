package io.snowflakeid.shardingsphere;

import io.snowflakeid.ledger.ConfiguredGenerator;
import java.util.HashMap;
import java.util.Map;

/**
 * The generators that settings opened. ShardingSphere makes a key generator anew whenever it checks or rebuilds its rules, and never
 * closes one: equal settings lead to the same generator, or a fixed worker would be refused to the second.
 */
final class OpenedGenerators {

    private static final Map<Map<String, String>, ConfiguredGenerator> BY_SETTINGS = new HashMap<>();

    private OpenedGenerators() {}

    static synchronized ConfiguredGenerator with(Map<String, String> settings) {
        ConfiguredGenerator open = BY_SETTINGS.get(settings);
        if (open == null) {
            open = ConfiguredGenerator.open(settings, KeyGeneratorSettings.PREFIX, name -> {
                throw KeyGeneratorSettings.noDataSource(name);
            });
            refuseGeneBits(open);
            BY_SETTINGS.put(settings, open);
        }
        return open;
    }

    private static void refuseGeneBits(ConfiguredGenerator open) {
        try {
            GeneBits.refuse(open.layout());
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
