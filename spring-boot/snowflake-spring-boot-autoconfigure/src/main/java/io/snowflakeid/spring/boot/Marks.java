package io.snowflakeid.spring.boot;

import java.lang.reflect.AnnotatedElement;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;

/** The annotations that ask for an id; known by their names, so that an application needs neither adapter. */
final class Marks {

    static final Set<String> NAMES =
            Set.of("io.snowflakeid.mybatis.SnowflakeId", "io.snowflakeid.hibernate.SnowflakeId");

    private Marks() {}

    static Stream<MergedAnnotation<?>> on(AnnotatedElement member) {
        return MergedAnnotations.from(member).stream()
                .filter(annotation -> NAMES.contains(annotation.getType().getName()))
                .map(annotation -> (MergedAnnotation<?>) annotation);
    }
}
