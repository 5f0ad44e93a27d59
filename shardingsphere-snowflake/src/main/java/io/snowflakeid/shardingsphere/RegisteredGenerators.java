package io.snowflakeid.shardingsphere;

import io.snowflakeid.IdGenerator;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** The generators that the application has registered, by name. */
final class RegisteredGenerators {

    private static final ConcurrentMap<String, IdGenerator> BY_NAME = new ConcurrentSkipListMap<>();

    private RegisteredGenerators() {}

    static void add(String name, IdGenerator ids) {
        String key = name.trim();
        if (key.isEmpty()) {
            throw new IllegalArgumentException("a generator's name must not be blank, but is '" + name
                    + "': use the value of the property generator");
        }
        GeneBits.reject(ids.layout());
        if (BY_NAME.putIfAbsent(key, ids) != null) {
            throw new IllegalStateException("a generator is registered as '" + key
                    + "': register each name once, and unregister it before the generator is closed");
        }
    }

    static void remove(String name, IdGenerator ids) {
        BY_NAME.remove(name.trim(), ids);
    }

    static IdGenerator named(String name) {
        IdGenerator found = BY_NAME.get(name);
        if (found == null) {
            throw new IllegalArgumentException("no generator is registered as '" + name + "', registered are "
                    + BY_NAME.keySet() + ": call SnowflakeKeyGenerator.register(\"" + name
                    + "\", ids) before the first insert");
        }
        return found;
    }
}
