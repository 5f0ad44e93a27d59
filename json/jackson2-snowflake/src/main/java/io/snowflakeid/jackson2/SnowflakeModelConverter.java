package io.snowflakeid.jackson2;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import io.snowflakeid.SnowflakeRef;
import io.snowflakeid.jackson2.SnowflakeModule.TextFor;
import io.snowflakeid.json.Holding;
import io.snowflakeid.json.Part;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.jackson.ModelResolver;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.SpecVersion;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import java.lang.annotation.Annotation;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes OpenAPI documents say {@code string} of ids that are text in JSON, where swagger-core would say {@code integer}, from which
 * clients make numbers. The schema has a pattern and, unless one is given, an example.
 *
 * <pre>{@code
 * ModelConverters.getInstance().addConverter(new SnowflakeModelConverter(TextFor.ANNOTATED));
 * }</pre>
 *
 * <p>With springdoc-openapi, a bean of this type is enough. With {@link TextFor#ANNOTATED} this is said of properties that the module
 * writes as text, and of parameters that bear {@link SnowflakeRef}; with {@link TextFor#ALL_LONGS} of every {@code long}. With
 * {@link TextFor#UNSAFE_ONLY} nothing is changed, as no schema can say that. swagger-core keeps to Jackson 2 also where the application
 * writes with Jackson 3: there this is right, too, as both modules know the same marks.
 *
 * <p>Thread-safe.
 */
@SuppressWarnings("rawtypes") // swagger-core's own types are
public final class SnowflakeModelConverter implements ModelConverter {

    private static final String DIGITS = "^-?(0|[1-9][0-9]{0,18})$";
    private static final String EXAMPLE = "2123748188476166151";
    private static final String TEXT = "string";
    private static final Set<String> NUMBERS = Set.of("integer", "number");

    private static final MarkedProperties MARKS = new MarkedProperties();

    private final TextFor textFor;

    /** For what the application's {@link SnowflakeModule} writes as text. */
    public SnowflakeModelConverter(TextFor textFor) {
        this.textFor = textFor;
    }

    @Override
    public @Nullable Schema resolve(AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
        Schema schema = chain.hasNext() ? chain.next().resolve(type, context, chain) : null;
        if (schema == null || type.getType() == null || textFor == TextFor.UNSAFE_ONLY) {
            return schema;
        }
        ObjectMapper json = mapperOf(context);
        JavaType java = json.constructType(type.getType());
        if (isText(type, java)) {
            return withTexts(schema, java);
        }
        return described(schema, java, context, json);
    }

    /** The mapper by which properties have their names in the schemas. */
    private static ObjectMapper mapperOf(ModelConverterContext context) {
        Iterator<ModelConverter> converters = context.getConverters();
        while (converters.hasNext()) {
            if (converters.next() instanceof ModelResolver resolver) {
                return resolver.objectMapper();
            }
        }
        return Json.mapper();
    }

    /** Whether a long is text wherever it stands, or a marked parameter is. */
    private boolean isText(AnnotatedType type, JavaType java) {
        Stream<Annotation> annotations =
                Stream.ofNullable(type.getCtxAnnotations()).flatMap(Stream::of);
        if (textFor == TextFor.ALL_LONGS) {
            return Holding.LONGS.contains(java.getRawClass())
                    && annotations.noneMatch(
                            annotation -> annotation instanceof JsonFormat format && Part.isNumber(format));
        }
        return !type.isSchemaProperty()
                && Parts.holdingOf(java).holdsNumbers()
                && annotations.anyMatch(
                        annotation -> annotation instanceof SnowflakeRef || MARKS.isAnnotationBundle(annotation));
    }

    /** The properties of an object, each as it is written or, if it is never written, as it is read. */
    private Schema described(Schema schema, JavaType java, ModelConverterContext context, ObjectMapper json) {
        BeanDescription written = json.getSerializationConfig()
                .withAppendedAnnotationIntrospector(MARKS)
                .introspect(java);
        BeanDescription read = json.getDeserializationConfig()
                .withAppendedAnnotationIntrospector(MARKS)
                .introspect(java);
        Map<String, JavaType> texts = new HashMap<>();
        Stream.of(written, read).forEach(bean -> addTexts(bean, texts));
        parts(schema, context).forEach(part -> setTexts(part, texts));
        return isWrittenAsText(written, texts.keySet()) ? withTexts(schema, java) : schema;
    }

    private void addTexts(BeanDescription bean, Map<String, JavaType> texts) {
        for (BeanPropertyDefinition property : bean.findProperties()) {
            AnnotatedMember member = property.getPrimaryMember();
            JavaType type = property.getPrimaryType();
            JavaType held = type.hasRawClass(Optional.class) ? type.containedTypeOrUnknown(0) : type;
            if (member != null && isText(Parts.of(member, held), Parts.fieldNameOf(property), held)) {
                texts.put(property.getName(), held);
            }
        }
    }

    private boolean isText(Part part, String name, JavaType type) {
        if (part.isWrittenByItsOwn()) {
            return false;
        }
        return textFor == TextFor.ALL_LONGS
                ? Holding.LONGS.contains(type.getRawClass())
                : part.isText() || part.isAssigned(name);
    }

    /** A model and, of one that extends another, what it has of its own. */
    private static Stream<Schema> parts(Schema schema, ModelConverterContext context) {
        String reference = schema.get$ref();
        Schema model = reference == null
                ? schema
                : context.getDefinedModels().get(reference.substring(reference.lastIndexOf('/') + 1));
        return Stream.concat(
                Stream.ofNullable(model), Stream.ofNullable(model).flatMap(SnowflakeModelConverter::allOf));
    }

    @SuppressWarnings("unchecked")
    private static Stream<Schema> allOf(Schema model) {
        return Stream.ofNullable((List<Schema>) model.getAllOf()).flatMap(List::stream);
    }

    @SuppressWarnings("unchecked")
    private static void setTexts(Schema model, Map<String, JavaType> texts) {
        Map<String, Schema> properties = model.getProperties();
        if (properties != null) {
            texts.forEach((name, type) -> properties.computeIfPresent(name, (key, schema) -> withTexts(schema, type)));
        }
    }

    /** Whether nothing but one value of an object is written: its id, or its {@code @JsonValue}. */
    private boolean isWrittenAsText(BeanDescription bean, Set<String> texts) {
        AnnotatedMember value = bean.findJsonValueAccessor();
        if (value != null) {
            return isText(Parts.of(value, value.getType()), value.getName(), value.getType());
        }
        return bean.getObjectIdInfo() != null
                && texts.contains(bean.getObjectIdInfo().getPropertyName().getSimpleName());
    }

    /** The schema, its numbers as text, also in arrays and maps. */
    private static Schema withTexts(Schema schema, JavaType type) {
        return Parts.holdingOf(type).isOneNumber() ? asText(schema) : withTexts(schema);
    }

    @SuppressWarnings("unchecked")
    private static Schema withTexts(Schema schema) {
        if (types(schema).anyMatch(NUMBERS::contains)) {
            return asText(schema);
        }
        if (schema.getItems() != null) {
            schema.setItems(withTexts(schema.getItems()));
        }
        if (schema.getAdditionalProperties() instanceof Schema values) {
            schema.setAdditionalProperties(withTexts(values));
        }
        return schema;
    }

    /** Of OpenAPI 3.0 one, of 3.1 several. */
    @SuppressWarnings("unchecked")
    private static Stream<String> types(Schema schema) {
        return Stream.concat(
                Stream.ofNullable(schema.getType()),
                Stream.ofNullable((Set<String>) schema.getTypes()).flatMap(Set::stream));
    }

    /** Another schema, as swagger-core shares one between equal types; it says of the text what was said of the number. */
    @SuppressWarnings("unchecked")
    private static Schema asText(Schema number) {
        Schema text = number.getSpecVersion() == SpecVersion.V31 ? ofVersion31(number) : new StringSchema();
        text.setName(number.getName());
        text.setPattern(DIGITS);
        text.setExample(
                number.getExample() == null ? EXAMPLE : number.getExample().toString());
        text.setDefault(number.getDefault() == null ? null : number.getDefault().toString());
        text.setTitle(number.getTitle());
        text.setDescription(number.getDescription());
        text.setNullable(number.getNullable());
        text.setDeprecated(number.getDeprecated());
        text.setReadOnly(number.getReadOnly());
        text.setWriteOnly(number.getWriteOnly());
        text.setExtensions(number.getExtensions());
        text.setExternalDocs(number.getExternalDocs());
        text.setXml(number.getXml());
        return text;
    }

    private static Schema ofVersion31(Schema number) {
        Set<String> types = new LinkedHashSet<>(Set.of(TEXT));
        types(number).filter("null"::equals).forEach(types::add);
        return new JsonSchema().types(types);
    }
}
