package io.snowflakeid.spring.boot;

import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.ClassUtils;

/** Rejects a Spring Boot version that the starter does not support. Spring Boot does not detect a starter for a different version of Spring Boot. */
final class StarterLine implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final Map<String, String> MARKS = Map.of(
            "3", "io.snowflakeid.spring.boot3.SnowflakeHibernateAutoConfiguration",
            "4", "io.snowflakeid.spring.boot4.SnowflakeHibernateAutoConfiguration");

    private static final Pattern TOO_OLD = Pattern.compile("(?:[12]\\.|3\\.[0-3]\\.).*");

    /** @throws SnowflakeStartException if the starter does not support the version of Spring Boot */
    @Override
    public void initialize(ConfigurableApplicationContext context) {
        if (context.getEnvironment().getProperty("snowflake.enabled", Boolean.class, true)) {
            require(SpringBootVersion.getVersion(), type -> ClassUtils.isPresent(type, context.getClassLoader()));
        }
    }

    static void require(String version, Predicate<String> isPresent) {
        if (TOO_OLD.matcher(version).matches()) {
            throw new SnowflakeStartException(
                    "The starter needs Spring Boot 3.4 or newer, but this is " + version + ".",
                    "Update Spring Boot. Or remove the starter, and define the generator as a bean: docs/hibernate.md, docs/mybatis.md and"
                            + " docs/json.md show how to pass it on. Or set snowflake.enabled=false.");
        }
        String line = version.substring(0, Math.max(version.indexOf('.'), 0));
        String mark = MARKS.get(line);
        if (mark == null || isPresent.test(mark)) {
            return;
        }
        MARKS.forEach((other, otherMark) -> {
            if (isPresent.test(otherMark)) {
                throw new SnowflakeStartException(
                        "snowflake-spring-boot" + other + "-starter needs Spring Boot " + other + ", but this is "
                                + version + ".",
                        "Use snowflake-spring-boot" + line + "-starter instead.");
            }
        });
    }
}
