package io.snowflakeid.hibernate;

import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.SequenceGenerators;
import jakarta.persistence.TableGenerator;
import jakarta.persistence.TableGenerators;
import java.lang.annotation.Annotation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.MappingException;
import org.hibernate.annotations.GenericGenerator;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.annotations.Parameter;
import org.hibernate.boot.model.IdentifierGeneratorDefinition;
import org.hibernate.boot.spi.InFlightMetadataCollector;
import org.jspecify.annotations.Nullable;

/** Finds out what a mapped attribute asks of us, by annotations of ours, of Hibernate's or of JPA's. */
final class Marks {

    private static final Set<Class<? extends Annotation>> GENERATOR_DECLARATIONS = declarations();
    private static final List<String> PARAMETERS = List.of("format", "geneFrom", "geneOf", "generator");

    private final InFlightMetadataCollector metadata;
    private final SourceSettings settings;

    Marks(Mappings mappings) {
        this.metadata = mappings.metadata();
        this.settings = mappings.settings();
    }

    @SuppressWarnings({"deprecation", "removal"}) // as long as applications may write it, up to 8.0 at least
    private static Set<Class<? extends Annotation>> declarations() {
        return Set.of(
                SequenceGenerator.class,
                SequenceGenerators.class,
                TableGenerator.class,
                TableGenerators.class,
                GenericGenerator.class,
                org.hibernate.annotations.GenericGenerators.class);
    }

    /** The mark of an attribute with {@link SnowflakeId}, or null. */
    static @Nullable IdMark ofAnnotation(MappedMember member) {
        SnowflakeId ours = member.annotation(SnowflakeId.class);
        if (ours == null) {
            return null;
        }
        GeneratedValue generated = member.annotation(GeneratedValue.class);
        return IdMark.of(ours, generated == null ? SourceSettings.UNNAMED : generated.generator());
    }

    /** The mark of an id, or null if it is not ours; without {@link SnowflakeSettings#AUTO}. */
    @Nullable
    IdMark ofId(MappedMember member) {
        IdMark ours = ofAnnotation(member);
        if (ours != null) {
            return ours;
        }
        GeneratedValue generated = member.annotation(GeneratedValue.class);
        if (generated == null || generated.generator().isEmpty()) {
            return null;
        }
        Map<String, String> parameters = ourGenericGenerator(member, generated.generator());
        if (parameters != null) {
            return fromParameters(member, parameters);
        }
        boolean known = settings.byGenerator().containsKey(generated.generator());
        return known && generated.strategy() == GenerationType.AUTO && !isDeclared(member, generated.generator())
                ? IdMark.plain(generated.generator())
                : null;
    }

    /** True for a {@code @GeneratedValue} that leaves everything to Hibernate. */
    static boolean isPlainAuto(MappedMember member) {
        GeneratedValue generated = member.annotation(GeneratedValue.class);
        return generated != null
                && generated.strategy() == GenerationType.AUTO
                && generated.generator().isEmpty()
                && member.annotationsAround().stream().noneMatch(Marks::declaresGenerator);
    }

    private static boolean declaresGenerator(Annotation annotation) {
        return GENERATOR_DECLARATIONS.contains(annotation.annotationType())
                || annotation.annotationType().isAnnotationPresent(IdGeneratorType.class);
    }

    /** The parameters of a {@code @GenericGenerator} of that name with our generator, or null. */
    @SuppressWarnings({"deprecation", "removal"})
    private @Nullable Map<String, String> ourGenericGenerator(MappedMember member, String name) {
        for (Annotation annotation : member.annotationsAround()) {
            if (annotation instanceof GenericGenerator generic
                    && generic.name().equals(name)
                    && generic.type() == EntityIdGenerator.class) {
                Map<String, String> parameters = new HashMap<>();
                for (Parameter parameter : generic.parameters()) {
                    parameters.put(parameter.name(), parameter.value());
                }
                return parameters;
            }
        }
        IdentifierGeneratorDefinition definition = metadata.getIdentifierGenerator(name);
        return definition != null && definition.getStrategy().equals(EntityIdGenerator.class.getName())
                ? definition.getParameters()
                : null;
    }

    private static IdMark fromParameters(MappedMember member, Map<String, String> parameters) {
        parameters.keySet().stream()
                .filter(name -> !PARAMETERS.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new MappingException(
                            "cannot generate " + member.declarer().getSimpleName() + "." + member.property()
                                    + ": its @GenericGenerator has the parameter '" + name + "', known are "
                                    + PARAMETERS);
                });
        return new IdMark(
                parameters.getOrDefault("geneFrom", ""),
                parameters.getOrDefault("geneOf", ""),
                parameters.getOrDefault("format", IdMark.DEFAULT_FORMAT),
                parameters.getOrDefault("generator", SourceSettings.UNNAMED));
    }

    /** True if the application declares another generator of that name. */
    private boolean isDeclared(MappedMember member, String name) {
        return metadata.getIdentifierGenerator(name) != null
                || member.annotationsAround().stream().anyMatch(annotation -> declares(annotation, name));
    }

    @SuppressWarnings({"deprecation", "removal"})
    private static boolean declares(Annotation annotation, String name) {
        return (annotation instanceof SequenceGenerator sequence
                        && sequence.name().equals(name))
                || (annotation instanceof TableGenerator table && table.name().equals(name))
                || (annotation instanceof GenericGenerator generic
                        && generic.name().equals(name));
    }
}
