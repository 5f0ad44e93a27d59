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
 * Sets the type of ids that are text in JSON to {@code string} in OpenAPI documents. Without this converter, swagger-core writes
 * {@code integer}, and generated clients use numbers. The schema has a pattern, and an example unless the application sets one.
 *
 * <p>Add this converter by {@code ModelConverters.getInstance().addConverter(new SnowflakeModelConverter(TextFor.ANNOTATED))}. With
 * springdoc-openapi, define only a bean of this type. {@link TextFor#ANNOTATED} changes properties that the module writes as text, and parameters
 * with {@link io.snowflakeid.SnowflakeRef}; {@link TextFor#ALL_LONGS} changes every {@code long}. The library swagger-core uses Jackson 2 even if
 * the application uses Jackson 3. The result is correct, because both modules read the same annotations. This class is thread-safe.
 */
@SuppressWarnings("rawtypes") // swagger-core's types are raw
public final class SnowflakeModelConverter implements ModelConverter {

    private static final String DIGITS = "^-?(0|[1-9][0-9]{0,18})$";
    private static final String EXAMPLE = "2123748188476166151";

    private static final MarkedProperties MARKS = new MarkedProperties();

    private final @Nullable TextFor textFor;

    /**
     * @param textFor the mode of the application's {@link SnowflakeModule}. {@code null} is the mode of an application without the module and
     *     changes nothing; such an application may share its process and swagger-core's converters with other applications.
     */
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

    /** Returns the mapper that names the properties in the schemas. */
    private static ObjectMapper mapperOf(ModelConverterContext context) {
        Iterator<ModelConverter> converters = context.getConverters();
        while (converters.hasNext()) {
            if (converters.next() instanceof ModelResolver resolver) {
                return resolver.objectMapper();
            }
        }
        return Json.mapper();
    }

    /** Returns true for a long in mode {@code ALL_LONGS}, and for an annotated parameter. */
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
     * Changes the properties of an object that are written or read as text.
     *
     * @return true if the object itself is text because Jackson writes only its id or its {@code @JsonValue}
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
        parts(schema, context).forEach(part -> setTexts(part, texts));
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

    /** Returns a model, and the parts that this model adds to a model that it extends. */
    @SuppressWarnings("unchecked")
    private static Stream<Schema> parts(Schema schema, ModelConverterContext context) {
        String reference = schema.get$ref();
        Schema model = reference == null
                ? schema
                : context.getDefinedModels().get(reference.substring(reference.lastIndexOf('/') + 1));
        Stream<Schema> own = model == null
                ? Stream.empty()
                : Stream.ofNullable((List<Schema>) model.getAllOf()).flatMap(List::stream);
        return Stream.concat(Stream.ofNullable(model), own);
    }

    @SuppressWarnings("unchecked")
    private static void setTexts(Schema model, Set<String> texts) {
        Map<String, Schema> properties = model.getProperties();
        if (properties != null) {
            texts.forEach(name -> properties.computeIfPresent(name, (key, schema) -> asText(schema)));
        }
    }

    /** Converts numbers of a schema to text, also in arrays and maps. References to objects that are written as ids are converted, too. */
    @SuppressWarnings("unchecked")
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

    /** Returns a copy of the schema with the type string. The original stays, because swagger-core uses one schema for all properties of a type. */
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
