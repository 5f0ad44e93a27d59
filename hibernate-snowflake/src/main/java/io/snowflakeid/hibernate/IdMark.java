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

/**
 * What an attribute asks of its generator: the attributes of {@link SnowflakeId}, and the generator's name in the settings. Found out
 * from annotations of ours, of Hibernate's or of JPA's.
 */
@SuppressWarnings({"deprecation", "removal"}) // @GenericGenerator: 7.x removes it, 8.0 keeps it
record IdMark(String geneFrom, String geneOf, String format, String generator) {

    static final String DEFAULT_FORMAT = "decimal";

    /** An id without gene, as decimal text if it is a text. */
    static final IdMark PLAIN = new IdMark("", "", DEFAULT_FORMAT, SourceSettings.UNNAMED);

    static IdMark of(SnowflakeId ours, MappedMember member) {
        GeneratedValue generated = member.annotation(GeneratedValue.class);
        String generator = generated == null ? SourceSettings.UNNAMED : generated.generator();
        return new IdMark(ours.geneFrom(), ours.geneOf(), ours.format(), generator);
    }

    /** The mark of an attribute with {@link SnowflakeId}, or null. */
    static @Nullable IdMark ofAnnotation(MappedMember member) {
        SnowflakeId ours = member.annotation(SnowflakeId.class);
        return ours == null ? null : of(ours, member);
    }

    /** The generator that a {@code @GeneratedValue} of strategy AUTO names, or an empty text; null if one is declared beside it. */
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
                || declaresAnotherKind(element);
    }

    /** True for an id that Hibernate or the database would count: 1, 2, and so on. */
    static boolean isCounted(MappedMember member) {
        GeneratedValue generated = member.annotation(GeneratedValue.class);
        if (generated == null || generated.strategy() == GenerationType.UUID) {
            return false;
        }
        return generated.strategy() != GenerationType.AUTO
                || (generated.generator().isEmpty() && !member.isDeclaredAround(IdMark::declaresAnotherKind));
    }

    private static boolean declaresAnotherKind(AnnotatedElement element) {
        return element.getAnnotationsByType(GenericGenerator.class).length > 0
                || Arrays.stream(element.getAnnotations())
                        .anyMatch(found -> found.annotationType().isAnnotationPresent(IdGeneratorType.class));
    }
}
