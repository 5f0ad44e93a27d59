package io.snowflakeid.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Lets a native image find by their names what is looked for so, if the application has it. */
final class NativeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
        hints.reflection().registerTypeIfPresent(loader, SnowflakeMyBatisAutoConfiguration.MYBATIS_PLUS);
        for (String mark : Marks.NAMES) {
            hints.reflection().registerTypeIfPresent(loader, mark, MemberCategory.INVOKE_DECLARED_METHODS);
        }
    }
}
