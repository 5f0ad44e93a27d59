package io.snowflakeid.spring.boot;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Registers the classes that this library looks up by name, for native images. */
final class NativeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
        hints.reflection().registerTypeIfPresent(loader, SnowflakeMyBatisAutoConfiguration.MYBATIS_PLUS);
        for (String mark : List.of("io.snowflakeid.mybatis.SnowflakeId", "io.snowflakeid.hibernate.SnowflakeId")) {
            hints.reflection().registerTypeIfPresent(loader, mark, MemberCategory.INVOKE_DECLARED_METHODS);
        }
    }
}
