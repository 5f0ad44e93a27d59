package io.snowflakeid.jackson2;

import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.module.SimpleDeserializers;
import com.fasterxml.jackson.databind.module.SimpleSerializers;
import io.snowflakeid.SnowflakeRef;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * Writes 64-bit ids as JSON strings of their decimal digits, so that JavaScript, whose numbers are exact up to 2<sup>53</sup> - 1,
 * does not round them. Reads such strings and whole numbers alike.
 *
 * <pre>{@code
 * ObjectMapper json = JsonMapper.builder().addModule(new SnowflakeModule()).build();
 * }</pre>
 *
 * <p>Which longs are written as strings is said by {@link TextFor}. Whatever it is, a string is read only if it is exactly what would
 * be written, and a number only if it has no fraction and no exponent: both mean that it has been a floating-point number on its way,
 * and may be another id now. Blanks, an empty string, a boolean, or what 64 bits do not hold are refused too, be coercion allowed or
 * not. With {@link TextFor#ANNOTATED} this holds for marked properties, with the others for every {@code long}. {@code null} stays
 * {@code null}.
 *
 * <p>For mappers that write for browsers: no other mapper finds it by itself, so that JSON in a database stays as it is. Immutable and
 * thread-safe.
 */
public final class SnowflakeModule extends Module {

    /** Which longs are written as strings. */
    public enum TextFor {

        /**
         * Those in properties that bear {@link SnowflakeRef}, {@code @SnowflakeId}, or an annotation of yours that itself bears
         * {@link SnowflakeRef}; and those that an {@link io.snowflakeid.IdProperties} knows, such as the keys to which MyBatis-Plus
         * assigns ids. A marked property whose type cannot hold an id is refused at its first use.
         * {@code @JsonSerialize(using = …)}, a converter, and {@code @JsonFormat(shape = NUMBER)} on the property have precedence.
         */
        ANNOTATED,

        /**
         * Every {@code long} and {@code Long}, also in collections, arrays and maps, and where {@code Object} is declared; not
         * {@code int}, not {@code BigInteger}. {@code @JsonFormat(shape = NUMBER)} on a property keeps its longs numbers.
         */
        ALL_LONGS,

        /**
         * Every {@code long} and {@code Long} beyond ±(2<sup>53</sup> - 1); all others stay numbers.
         *
         * <p><b>Warning:</b> the JSON type of a field then flips with its value. A client that was tested with small ids breaks at
         * the first large one, and no schema can say what the field is. Only for clients that are known to take both.
         */
        UNSAFE_ONLY;

        /**
         * The one of a setting's name: {@code annotated}, {@code all-longs} or {@code unsafe-only}.
         *
         * @throws IllegalArgumentException if there is none of that name
         */
        public static TextFor of(String name) {
            for (TextFor textFor : values()) {
                if (textFor.toString().equals(name)) {
                    return textFor;
                }
            }
            throw new IllegalArgumentException("which longs are written as text cannot be '" + name + "': use one of "
                    + Arrays.stream(values()).map(TextFor::toString).collect(Collectors.joining(", ")));
        }

        /** Its name in settings, such as {@code all-longs}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private final TextFor textFor;

    /** For {@link TextFor#ANNOTATED}. */
    public SnowflakeModule() {
        this(TextFor.ANNOTATED);
    }

    /** For the longs that are named. */
    public SnowflakeModule(TextFor textFor) {
        this.textFor = textFor;
    }

    @Override
    public String getModuleName() {
        return "snowflake-" + textFor;
    }

    /** Differs by mode: Jackson would leave out, without a word, a second module of the same. */
    @Override
    public Object getTypeId() {
        return getModuleName();
    }

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    @Override
    public void setupModule(SetupContext context) {
        switch (textFor) {
            case ANNOTATED -> addMarked(context);
            case ALL_LONGS -> addAllLongs(context, TextRule.ALWAYS);
            case UNSAFE_ONLY -> addAllLongs(context, TextRule.UNSAFE_ALONE);
        }
    }

    private static void addMarked(SetupContext context) {
        context.appendAnnotationIntrospector(new MarkedProperties());
        SimpleSerializers references = new SimpleSerializers();
        references.addSerializer(WrittenBeans.MarkedId.class, new LongWriter(TextRule.ALWAYS));
        context.addSerializers(references);
        context.addBeanSerializerModifier(new WrittenBeans());
        context.addBeanDeserializerModifier(new ReadBeans());
    }

    private static void addAllLongs(SetupContext context, TextRule rule) {
        LongWriter writer = new LongWriter(rule);
        SimpleSerializers serializers = new SimpleSerializers();
        for (Class<?> type : List.of(long.class, Long.class, AtomicLong.class)) {
            serializers.addSerializer(type, writer);
        }
        context.addSerializers(serializers);
        context.addBeanSerializerModifier(new ContainedLongs(rule));
        context.addDeserializers(new SimpleDeserializers(LongReader.BY_TYPE));
    }
}
