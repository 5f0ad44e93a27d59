package io.snowflakeid.spring.boot.data;

import io.snowflakeid.IdFormat;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.data.mapping.MappingException;
import org.springframework.data.relational.core.mapping.RelationalPersistentEntity;
import org.springframework.data.relational.core.mapping.RelationalPersistentProperty;
import org.springframework.data.util.Streamable;

/**
 * An entity property for which ids are generated.
 *
 * @param format the text form of the id if the property is a {@code String}
 * @param refusal the reason why no id can be generated, or null if ids can be generated
 */
record AggregateId(
        RelationalPersistentProperty property,
        IdFormat format,
        @Nullable String refusal) {

    /** {@code AggregateId} finds the two {@code SnowflakeId} annotations by name, because either annotation may be missing from the class path. */
    private static final Set<String> MARKS =
            Set.of("io.snowflakeid.mybatis.SnowflakeId", "io.snowflakeid.hibernate.SnowflakeId");

    private static final Set<Class<?>> NUMBERS = Set.of(long.class, Long.class);

    static List<AggregateId> of(RelationalPersistentEntity<?> entity) {
        return Streamable.of(entity).stream()
                .flatMap(property -> marksOn(property).limit(1).map(mark -> marked(property, mark)))
                .toList();
    }

    private static Stream<MergedAnnotation<?>> marksOn(RelationalPersistentProperty property) {
        return Stream.<@Nullable AnnotatedElement>of(property.getField(), property.getGetter())
                .flatMap(Stream::ofNullable)
                .flatMap(member -> MergedAnnotations.from(member).stream())
                .filter(annotation -> MARKS.contains(annotation.getType().getName()))
                .map(annotation -> (MergedAnnotation<?>) annotation);
    }

    private static AggregateId marked(RelationalPersistentProperty property, MergedAnnotation<?> mark) {
        String format = mark.getString("format");
        try {
            return new AggregateId(property, IdFormat.of(format), refusal(property, mark));
        } catch (IllegalArgumentException e) {
            throw new MappingException(cannotGenerate(property) + e.getMessage(), e);
        }
    }

    private static @Nullable String refusal(RelationalPersistentProperty property, MergedAnnotation<?> mark) {
        if (!property.isIdProperty()) {
            return "Spring Data JDBC generates only an @Id; set this property before the save";
        }
        if (!NUMBERS.contains(property.getType()) && property.getType() != String.class) {
            return "@SnowflakeId needs long, Long or String, found "
                    + property.getType().getSimpleName();
        }
        if (property.getType() != String.class && !mark.getString("format").equals(IdFormat.DECIMAL.toString())) {
            return "format = \"" + mark.getString("format") + "\" is for a String, found "
                    + property.getType().getSimpleName() + "; make it a String, or leave out the format";
        }
        return Stream.of("geneFrom", "geneOf")
                .filter(gene -> !mark.getString(gene).isEmpty())
                .findFirst()
                .map(gene ->
                        gene + " = \"" + mark.getString(gene) + "\" is not supported with Spring Data JDBC; set the id"
                                + " before the save, to IdGenerator.nextId(gene)")
                .orElse(null);
    }

    private static String cannotGenerate(RelationalPersistentProperty property) {
        return "cannot generate " + property.getOwner().getType().getSimpleName() + "." + property.getName() + ": ";
    }

    /**
     * Returns true if the value is null or 0.
     *
     * @param insert returns true if Spring Data inserts the row
     * @throws MappingException if the value is null or 0, but no id can be generated
     */
    boolean isUnset(@Nullable Object value, BooleanSupplier insert) {
        boolean zero = Long.valueOf(0).equals(value);
        if (value != null && !zero) {
            return false;
        }
        if (refusal != null) {
            throw new MappingException(cannotGenerate(property) + refusal);
        }
        if (zero && !insert.getAsBoolean()) {
            throw new MappingException(cannotGenerate(property)
                    + "it is 0, which Spring Data treats as the id of an existing row; leave a Long null");
        }
        return true;
    }

    Object value(long id) {
        return property.getType() == String.class ? format.format(id) : (Object) id;
    }
}
