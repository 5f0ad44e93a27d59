package io.snowflakeid.hibernate;

import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.TableGenerator;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import org.hibernate.annotations.GenericGenerator;
import org.hibernate.annotations.IdGeneratorType;
import org.jspecify.annotations.Nullable;

/** The values of an attribute's {@link SnowflakeId}, and the name of its generator in the settings. */
@SuppressWarnings({"deprecation", "removal"}) // @GenericGenerator: 7.x removes it, 8.0 keeps it
record IdMark(String geneFrom, String geneOf, String format, String generator) {

    static final String DEFAULT_FORMAT = "decimal";

    /** An id without a gene. If the attribute is a text, it holds the decimal form. */
    static final IdMark PLAIN = new IdMark("", "", DEFAULT_FORMAT, SourceSettings.UNNAMED);

    /** The mark of an attribute, or null if it has no {@link SnowflakeId}. */
    static @Nullable IdMark of(MappedMember member) {
        SnowflakeId ours = member.annotation(SnowflakeId.class);
        GeneratedValue generated = member.annotation(GeneratedValue.class);
        String generator = generated == null ? SourceSettings.UNNAMED : generated.generator();
        return ours == null ? null : new IdMark(ours.geneFrom(), ours.geneOf(), ours.format(), generator);
    }

    /** The generator name of a {@code @GeneratedValue} of strategy AUTO, or empty; null if a generator is declared near it. */
    static @Nullable String undeclaredGenerator(MappedMember member) {
        GeneratedValue generated = member.annotation(GeneratedValue.class);
        return generated != null
                        && generated.strategy() == GenerationType.AUTO
                        && !member.isDeclaredAround(IdMark::declaresGenerator)
                ? generated.generator()
                : null;
    }

    private static boolean declaresGenerator(AnnotatedElement element) {
        return element.getAnnotationsByType(SequenceGenerator.class).length > 0
                || element.getAnnotationsByType(TableGenerator.class).length > 0
                || element.getAnnotationsByType(GenericGenerator.class).length > 0
                || Arrays.stream(element.getAnnotations())
                        .anyMatch(found -> found.annotationType().isAnnotationPresent(IdGeneratorType.class));
    }
}
