package io.snowflakeid.shardingsphere;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.ledger.ConfiguredGenerator;
import io.snowflakeid.ledger.GeneratorConfig;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The properties of a {@link SnowflakeKeyGenerator}, converted to strings because YAML also has numbers and booleans. */
record KeyGeneratorSettings(Map<String, String> values) {

    static final String PREFIX = SnowflakeKeyGenerator.TYPE + ".";

    private static final String GENERATOR = "generator";

    /** @throws IllegalArgumentException if a property is unknown, or if {@code generator} is combined with other properties */
    static KeyGeneratorSettings of(Properties properties) {
        Map<String, String> values = new TreeMap<>();
        properties.forEach((name, value) -> values.put(name.toString(), value.toString()));
        values.keySet().forEach(KeyGeneratorSettings::requireKnown);
        if (values.containsKey(GENERATOR)) {
            requireNoOtherSettings(values);
        }
        return new KeyGeneratorSettings(values);
    }

    private static void requireKnown(String name) {
        if (!name.equals(GENERATOR) && !GeneratorConfig.settingNames().contains(name)) {
            throw new IllegalArgumentException("unknown property " + PREFIX + name + ", known are " + GENERATOR + ", "
                    + String.join(", ", GeneratorConfig.settingNames()));
        }
    }

    private static void requireNoOtherSettings(Map<String, String> values) {
        if (values.size() > 1) {
            throw new IllegalArgumentException(PREFIX + GENERATOR + " names a generator with its own settings, but "
                    + values.keySet() + " are set: remove the others, or " + GENERATOR);
        }
        if (String.valueOf(values.get(GENERATOR)).isBlank()) {
            throw new IllegalArgumentException(PREFIX + GENERATOR
                    + " must not be blank: set it to the name that is passed to SnowflakeKeyGenerator.register");
        }
    }

    Supplier<IdGenerator> open() {
        String name = values.get(GENERATOR);
        if (name != null) {
            return () -> RegisteredGenerators.named(name.trim());
        }
        if (values.isEmpty()) {
            throw new IllegalArgumentException(
                    PREFIX + GENERATOR + ", " + PREFIX + "worker or " + PREFIX
                            + "ledger is missing: name a registered generator, or a worker id, or the database that assigns workers");
        }
        ConfiguredGenerator opened = OpenedGenerators.with(values);
        return opened::ids;
    }

    static IllegalArgumentException noDataSource(String name) {
        return new IllegalArgumentException(
                "'" + name + "' is not a jdbc: address, and ShardingSphere passes no data source to"
                        + " key generators: set the jdbc: address of one physical database, or register a generator and name it by "
                        + PREFIX + GENERATOR);
    }
}
