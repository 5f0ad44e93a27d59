package io.snowflakeid.shardingsphere;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.ledger.ConfiguredGenerator;
import io.snowflakeid.ledger.GeneratorConfig;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The properties of a {@link SnowflakeKeyGenerator} as texts: YAML has numbers and truth values, too. */
record KeyGeneratorSettings(Map<String, String> values) {

    static final String PREFIX = SnowflakeKeyGenerator.TYPE + ".";

    private static final String GENERATOR = "generator";

    /** @throws IllegalArgumentException if a property is unknown, or {@code generator} is not alone */
    static KeyGeneratorSettings of(Properties properties) {
        Map<String, String> values = new TreeMap<>();
        properties.forEach((name, value) -> values.put(name.toString(), value.toString()));
        values.keySet().forEach(KeyGeneratorSettings::requireKnown);
        if (values.containsKey(GENERATOR)) {
            requireNameAlone(values);
        }
        return new KeyGeneratorSettings(values);
    }

    private static void requireKnown(String name) {
        if (!name.equals(GENERATOR) && !GeneratorConfig.settingNames().contains(name)) {
            throw new IllegalArgumentException("unknown property " + PREFIX + name + ", known are " + GENERATOR + ", "
                    + String.join(", ", GeneratorConfig.settingNames()));
        }
    }

    private static void requireNameAlone(Map<String, String> values) {
        if (values.size() > 1) {
            throw new IllegalArgumentException(
                    PREFIX + GENERATOR + " stands for a generator that is set up already, but " + values.keySet()
                            + " are given: leave the others out, or " + GENERATOR);
        }
        if (String.valueOf(values.get(GENERATOR)).isBlank()) {
            throw new IllegalArgumentException(PREFIX + GENERATOR
                    + " must not be blank: give the name that SnowflakeKeyGenerator.register is called with");
        }
    }

    /** One that is named may be registered later; one with settings is opened now. */
    Supplier<IdGenerator> open() {
        String name = values.get(GENERATOR);
        if (name != null) {
            return () -> RegisteredGenerators.named(name.trim());
        }
        if (values.isEmpty()) {
            throw new IllegalArgumentException(
                    PREFIX + GENERATOR + ", " + PREFIX + "worker or " + PREFIX
                            + "ledger is missing: name a registered generator, or a worker id, or the database that hands workers out");
        }
        ConfiguredGenerator opened = OpenedGenerators.with(values);
        return opened::ids;
    }

    /** ShardingSphere hands key generators no data source, and its own would be no place for a ledger. */
    static IllegalArgumentException noDataSource(String name) {
        return new IllegalArgumentException(
                "'" + name + "' is no jdbc: address, and ShardingSphere hands key generators no"
                        + " data source: give the jdbc: address of one physical database, or register a generator and name it by "
                        + PREFIX + GENERATOR);
    }
}
