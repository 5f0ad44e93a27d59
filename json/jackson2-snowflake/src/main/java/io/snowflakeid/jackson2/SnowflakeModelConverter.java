package io.snowflakeid.jackson2;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.introspect.ObjectIdInfo;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowflakeid.json.ContentType;
import io.snowflakeid.json.JsonMember;
import io.snowflakeid.json.TextFor;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.jackson.ModelResolver;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.SpecVersion;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.annotation.Annotation;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sets the OpenAPI type of ids to {@code string} if the ids are strings in JSON. Without this converter, swagger-core describes all ids as integers.
 * The converter adds a pattern and an example to the schema of an id. The converter keeps an existing example.
 *
 * <p>Add this converter with {@code ModelConverters.getInstance().addConverter(new SnowflakeModelConverter(TextFor.ANNOTATED))}. springdoc-openapi
 * finds a bean of this type automatically. In the mode {@link TextFor#ANNOTATED}, the converter changes properties that {@link SnowflakeModule}
 * writes as strings, and parameters with {@link io.snowflakeid.SnowflakeRef}. In the mode {@link TextFor#ALL_LONGS}, the converter changes every
 * {@code long}. The converter also works in applications with Jackson 3, although swagger-core uses Jackson 2. This class is thread-safe.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // swagger-core's types are raw
public final class SnowflakeModelConverter implements ModelConverter {

    private static final String DIGITS = "^-?(0|[1-9][0-9]{0,18})$";
    private static final String EXAMPLE = "2123748188476166151";

    private static final MarkedProperties MARKS = new MarkedProperties();

    private final @Nullable TextFor textFor;

    /** @param textFor the mode of the application's {@link SnowflakeModule}. If the mode is {@code null}, the converter changes nothing. */
    public SnowflakeModelConverter(@Nullable TextFor textFor) {
        this.textFor = textFor;
    }

    @Override
    public @Nullable Schema resolve(AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
        Schema schema = chain.hasNext() ? chain.next().resolve(type, context, chain) : null;
        if (schema == null || type.getType() == null || textFor == null) {
            return schema;
        }
        ObjectMapper json = mapperOf(context);
        JavaType java = json.constructType(type.getType());
        return isText(type, java) || hasTexts(schema, java, context, json) ? asText(schema) : schema;
    }

    /** Returns the mapper that determines the property names in the schemas. */
    private static ObjectMapper mapperOf(ModelConverterContext context) {
        Iterator<ModelConverter> converters = context.getConverters();
        while (converters.hasNext()) {
            if (converters.next() instanceof ModelResolver resolver) {
                return resolver.objectMapper();
            }
        }
        return Json.mapper();
    }

    private boolean isText(AnnotatedType type, JavaType java) {
        List<Annotation> annotations = type.getCtxAnnotations() == null ? List.of() : List.of(type.getCtxAnnotations());
        if (textFor == TextFor.ALL_LONGS) {
            return ContentType.LONGS.contains(java.getRawClass())
                    && annotations.stream().noneMatch(JsonMember::isNumber);
        }
        return !type.isSchemaProperty()
                && MarkedProperties.contentTypeOf(java) == ContentType.NUMBERS
                && annotations.stream().anyMatch(JsonMember::isMark);
    }

    /**
     * Sets the type of an object's properties to string if Jackson writes or reads the properties as strings.
     *
     * @return true if Jackson writes the whole object as a string, by its object id or its {@code @JsonValue}
     */
    private boolean hasTexts(Schema schema, JavaType java, ModelConverterContext context, ObjectMapper json) {
        BeanDescription written = json.getSerializationConfig()
                .withAppendedAnnotationIntrospector(MARKS)
                .introspect(java);
        BeanDescription read = json.getDeserializationConfig()
                .withAppendedAnnotationIntrospector(MARKS)
                .introspect(java);
        Set<String> texts = Stream.of(written, read)
                .flatMap(bean -> bean.findProperties().stream())
                .filter(this::isText)
                .map(BeanPropertyDefinition::getName)
                .collect(Collectors.toSet());
        properties(schema, context)
                .forEach(properties ->
                        texts.forEach(name -> properties.computeIfPresent(name, (key, number) -> asText(number))));
        AnnotatedMember value = written.findJsonValueAccessor();
        if (value != null) {
            return isText(MarkedProperties.of(value, value.getType()), value.getType());
        }
        ObjectIdInfo id = written.getObjectIdInfo();
        return id != null && texts.contains(id.getPropertyName().getSimpleName());
    }

    private boolean isText(BeanPropertyDefinition property) {
        if (property.getPrimaryMember() == null) {
            return false;
        }
        JavaType type = property.getPrimaryType();
        JavaType held = type.hasRawClass(Optional.class) ? type.containedTypeOrUnknown(0) : type;
        return isText(MarkedProperties.of(property.getPrimaryMember(), held), held);
    }

    private boolean isText(JsonMember member, JavaType type) {
        return textFor == TextFor.ALL_LONGS
                ? !member.hasOwnForm() && ContentType.LONGS.contains(type.getRawClass())
                : member.isText();
    }

    /** Returns the properties of the schema, or of the schema that it refers to, and of the parts of that schema. */
    private static Stream<Map<String, Schema>> properties(Schema schema, ModelConverterContext context) {
        String reference = schema.get$ref();
        Schema model = reference == null
                ? schema
                : context.getDefinedModels().get(reference.substring(reference.lastIndexOf('/') + 1));
        return Stream.ofNullable(model)
                .flatMap(own -> Stream.concat(
                        Stream.of(own),
                        Stream.ofNullable((List<Schema>) own.getAllOf()).flatMap(List::stream)))
                .flatMap(part -> Stream.ofNullable((Map<String, Schema>) part.getProperties()));
    }

    /** Returns the schema with the type string. For an array or a map, this method changes only the type of the elements. */
    private static Schema asText(Schema schema) {
        if (schema.getItems() != null) {
            schema.setItems(asText(schema.getItems()));
        } else if (schema.getAdditionalProperties() instanceof Schema values) {
            schema.setAdditionalProperties(asText(values));
        } else {
            return text(schema);
        }
        return schema;
    }

    /** Sets the type string in a copy of the schema, because swagger-core uses one schema for all properties of a Java type. */
    private static Schema text(Schema number) {
        ObjectMapper json = number.getSpecVersion() == SpecVersion.V31 ? Json31.mapper() : Json.mapper();
        ObjectNode text = json.valueToTree(number);
        text.remove(
                List.of("$ref", "properties", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"));
        boolean nullable = text.path("type").isArray();
        text.set("type", nullable ? text.arrayNode().add("string").add("null") : text.textNode("string"));
        text.put("pattern", DIGITS).put("example", text.path("example").asText(EXAMPLE));
        return json.convertValue(text, Schema.class).name(number.getName());
    }
}
