package io.snowflakeid.spring.boot;

import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootVersion;
import org.springframework.util.ClassUtils;

/** The starter of the wrong line would do nothing, in silence: Hibernate would have no ids. */
final class StarterLine {

    private static final Map<String, String> MARKS = Map.of(
            "3", "io.snowflakeid.spring.boot3.SnowflakeHibernateAutoConfiguration",
            "4", "io.snowflakeid.spring.boot4.SnowflakeHibernateAutoConfiguration");

    private StarterLine() {}

    /** @throws SnowflakeStartException if there is a starter, and none for this line of Spring Boot */
    static void require(@Nullable ClassLoader loader) {
        require(SpringBootVersion.getVersion(), type -> ClassUtils.isPresent(type, loader));
    }

    static void require(String version, Predicate<String> isPresent) {
        String line = version.substring(0, Math.max(version.indexOf('.'), 0));
        String mark = MARKS.get(line);
        if (mark == null || isPresent.test(mark)) {
            return;
        }
        MARKS.forEach((other, otherMark) -> {
            if (isPresent.test(otherMark)) {
                throw new SnowflakeStartException(
                        "snowflake-spring-boot" + other + "-starter is for Spring Boot " + other + ", this is "
                                + version + ".",
                        "Use snowflake-spring-boot" + line + "-starter in its place.");
            }
        });
    }
}
