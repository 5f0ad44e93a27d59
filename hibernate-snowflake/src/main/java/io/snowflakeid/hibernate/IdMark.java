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

/** The values of a {@link SnowflakeId} annotation, with the generator name from {@code @GeneratedValue}. */
@SuppressWarnings({"deprecation", "removal"}) // Hibernate 7 removes @GenericGenerator, Hibernate 8.0 keeps it
record IdMark(String geneFrom, String geneOf, String format, String generator) {

    static final String DEFAULT_FORMAT = "decimal";

    /** The default values of {@link SnowflakeId}, for the unnamed generator. */
    static final IdMark PLAIN = new IdMark("", "", DEFAULT_FORMAT, SourceSettings.UNNAMED);

    /** Returns the annotation's values, or null if the attribute has no {@link SnowflakeId}. */
    static @Nullable IdMark of(MappedMember member) {
        SnowflakeId ours = member.annotation(SnowflakeId.class);
        GeneratedValue generated = member.annotation(GeneratedValue.class);
        String generator = generated == null ? SourceSettings.UNNAMED : generated.generator();
        return ours == null ? null : new IdMark(ours.geneFrom(), ours.geneOf(), ours.format(), generator);
    }

    /**
     * Returns the generator name of an {@code @GeneratedValue} whose strategy is {@code AUTO}. The method returns null if the member, its class or
     * its package declares a generator.
     */
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
