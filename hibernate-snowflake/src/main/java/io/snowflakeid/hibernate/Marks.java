package io.snowflakeid.hibernate;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.SnowflakeRef;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.TableGenerator;
import java.lang.System.Logger.Level;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.MappingException;
import org.hibernate.annotations.GenericGenerator;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.annotations.Parameter;
import org.hibernate.boot.model.IdentifierGeneratorDefinition;
import org.hibernate.boot.spi.InFlightMetadataCollector;
import org.jspecify.annotations.Nullable;

/** Finds out what a mapped attribute asks of us, by annotations of ours, of Hibernate's or of JPA's. */
@SuppressWarnings({"deprecation", "removal"}) // @GenericGenerator: 7.x removes it, 8.0 keeps it
final class Marks {

    /** Known by its name alone, so that one class can serve both without either library needing the other. */
    static final String MYBATIS_SISTER = "io.snowflakeid.mybatis.SnowflakeId";

    private static final System.Logger LOG = ApplicationLog.of(Marks.class);
    private static final List<String> PARAMETERS = List.of("format", "geneFrom", "geneOf", "generator");

    private final InFlightMetadataCollector metadata;
    private final SourceSettings settings;

    Marks(Mappings mappings) {
        this.metadata = mappings.metadata();
        this.settings = mappings.settings();
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

    /**
     * Refuses the wrong one of two imports beside {@link GeneratedValue}, where Hibernate would make ids of another kind in silence;
     * both together are fine.
     */
    static void refuseGeneratedWithSisterAlone(Attribute attribute, MappedMember member) {
        String bearer = bearerOfSisterAlone(member);
        if (bearer != null && isGenerated(member)) {
            throw new MappingException(attribute.cannotGenerate() + bearer + "." + member.property() + " bears @"
                    + MYBATIS_SISTER + ", which Hibernate does not read: import " + SnowflakeId.class.getName()
                    + " in its place, which MyBatis reads as well, or let it bear both");
        }
    }

    /**
     * Warns of MyBatis's mark without {@link GeneratedValue}, where Hibernate makes no id. That is right for rows that MyBatis alone
     * inserts, and for ids that the application sets.
     *
     * @param canGenerate true if Hibernate's mark would do there
     */
    static void warnOfSisterAlone(Attribute attribute, MappedMember member, boolean canGenerate) {
        String bearer = bearerOfSisterAlone(member);
        if (bearer != null && !isGenerated(member)) {
            String ours = "import " + SnowflakeId.class.getName() + ", which MyBatis reads as well, or ";
            LOG.log(
                    Level.WARNING,
                    "{0}: {1}.{2} bears @{3}, not @{4}: Hibernate makes no Snowflake id there; if it inserts such rows,"
                            + " {5}set the id yourself",
                    attribute,
                    bearer,
                    member.property(),
                    MYBATIS_SISTER,
                    SnowflakeId.class.getName(),
                    canGenerate ? ours : "");
        }
    }

    /**
     * Refuses {@link SnowflakeRef} on an id that Hibernate or the database would count, 1, 2, and so on: it makes no ids. Generators of
     * other libraries may make some that are written as texts, too.
     */
    static void refuseCountedWithRef(Attribute attribute, MappedMember member) {
        GeneratedValue generated = member.annotation(GeneratedValue.class);
        if (member.annotation(SnowflakeRef.class) != null && generated != null && counts(generated, member)) {
            throw new MappingException(attribute.cannotGenerate() + "it bears @" + SnowflakeRef.class.getName()
                    + ", which makes no ids, and would be counted from 1 by " + generated.strategy() + ": put @"
                    + SnowflakeId.class.getName() + " in its place, or leave it out if the id is to be counted");
        }
    }

    private static boolean counts(GeneratedValue generated, MappedMember member) {
        return switch (generated.strategy()) {
            case IDENTITY, SEQUENCE, TABLE -> true;
            case AUTO ->
                generated.generator().isEmpty()
                        && member.annotationsAround().stream().noneMatch(Marks::isOfAnotherKind);
            default -> false;
        };
    }

    private static boolean isOfAnotherKind(Annotation annotation) {
        return annotation instanceof GenericGenerator
                || annotation.annotationType().isAnnotationPresent(IdGeneratorType.class);
    }

    private static @Nullable String bearerOfSisterAlone(MappedMember member) {
        return member.annotation(SnowflakeId.class) == null ? member.bearerOf(MYBATIS_SISTER) : null;
    }

    private static boolean isGenerated(MappedMember member) {
        return member.annotation(GeneratedValue.class) != null;
    }

    /** The mark of an id, or null if it is not ours; without {@link SnowflakeSettings#AUTO}. */
    @Nullable
    IdMark ofId(MappedMember member) {
        IdMark ours = ofAnnotation(member);
        if (ours != null) {
            return ours;
        }
        GeneratedValue generated = member.annotation(GeneratedValue.class);
        String name = generated == null ? "" : generated.generator();
        Map<String, String> parameters =
                ourGenericGenerator(generated == null ? member.annotations() : member.annotationsAround(), name);
        if (parameters != null) {
            return fromParameters(member, parameters);
        }
        boolean known = !name.isEmpty() && settings.byGenerator().containsKey(name);
        return known && generated != null && generated.strategy() == GenerationType.AUTO && !isDeclared(member, name)
                ? IdMark.plain(name)
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
        return annotation instanceof SequenceGenerator
                || annotation instanceof TableGenerator
                || isOfAnotherKind(annotation);
    }

    /** The parameters of a {@code @GenericGenerator} with our generator, of that name where it has one, or null. */
    private @Nullable Map<String, String> ourGenericGenerator(List<Annotation> annotations, String name) {
        for (Annotation annotation : annotations) {
            if (annotation instanceof GenericGenerator generic
                    && generic.type() == EntityIdGenerator.class
                    && hasName(generic, name)) {
                Map<String, String> parameters = new HashMap<>();
                for (Parameter parameter : generic.parameters()) {
                    parameters.put(parameter.name(), parameter.value());
                }
                return parameters;
            }
        }
        IdentifierGeneratorDefinition definition = name.isEmpty() ? null : metadata.getIdentifierGenerator(name);
        return definition != null && definition.getStrategy().equals(EntityIdGenerator.class.getName())
                ? definition.getParameters()
                : null;
    }

    /** From 8.0 on a {@code @GenericGenerator} has no name, and means the id beside which it stands. */
    private static boolean hasName(GenericGenerator generic, String name) {
        try {
            return GenericGenerator.class.getMethod("name").invoke(generic).equals(name);
        } catch (NoSuchMethodException e) {
            return name.isEmpty();
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new MappingException("cannot read the name of " + generic, e);
        }
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

    private static boolean declares(Annotation annotation, String name) {
        return (annotation instanceof SequenceGenerator sequence
                        && sequence.name().equals(name))
                || (annotation instanceof TableGenerator table && table.name().equals(name))
                || (annotation instanceof GenericGenerator generic
                        && generic.name().equals(name));
    }
}
