package io.snowflakeid.jackson2;

import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.module.SimpleDeserializers;
import com.fasterxml.jackson.databind.module.SimpleSerializers;
import io.snowflakeid.SnowflakeRef;
import io.snowflakeid.json.IdText;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongPredicate;

/**
 * Writes 64-bit ids as JSON strings of their decimal digits, so that JavaScript, whose numbers are exact up to 2<sup>53</sup> - 1,
 * does not round them. Reads such strings and whole numbers alike.
 *
 * <pre>{@code
 * ObjectMapper json = JsonMapper.builder().addModule(new SnowflakeModule()).build();
 * }</pre>
 *
 * <p>A string is read only if it is exactly what would be written, a number only if it has no fraction and no exponent; everything
 * else is refused, as it may be another id, be coercion allowed or not. {@code null} stays {@code null}.
 *
 * <p>For mappers that write for browsers: no other mapper finds it by itself, so that JSON in a database stays as it is. Immutable and
 * thread-safe.
 */
public final class SnowflakeModule extends Module {

    /** Which longs are written as strings, and are read as strictly as ids. */
    public enum TextFor {

        /**
         * Those in properties that bear {@link SnowflakeRef}, or an annotation that itself bears it, such as {@code @SnowflakeId}; and
         * those that an {@link io.snowflakeid.IdProperties} knows. A marked property whose type cannot hold an id is refused at its
         * first use. {@code @JsonSerialize(using = …)}, a converter, and {@code @JsonFormat(shape = NUMBER)} on it have precedence.
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
         * <p><b>Warning:</b> the JSON type of a field then flips with its value, and no schema can say what the field is. Only for
         * clients that are known to take both.
         */
        UNSAFE_ONLY;

        /**
         * The one of a setting's name: {@code annotated}, {@code all-longs} or {@code unsafe-only}.
         *
         * @throws IllegalArgumentException if there is none of that name
         */
        public static TextFor of(String name) {
            return Arrays.stream(values())
                    .filter(textFor -> textFor.toString().equals(name))
                    .findAny()
                    .orElseThrow(() -> new IllegalArgumentException("which longs are written as text cannot be '" + name
                            + "': use one of annotated, all-longs, unsafe-only"));
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
            case ALL_LONGS -> addAllLongs(context, id -> true);
            case UNSAFE_ONLY -> addAllLongs(context, IdText::isUnsafe);
        }
    }

    private static void addMarked(SetupContext context) {
        context.appendAnnotationIntrospector(new MarkedProperties());
        SimpleSerializers references = new SimpleSerializers();
        references.addSerializer(Beans.Reference.class, IdsWriter.OF_ANYTHING);
        context.addSerializers(references);
        context.addBeanSerializerModifier(new Beans.Written());
        context.addBeanDeserializerModifier(new Beans.Read());
    }

    private static void addAllLongs(SetupContext context, LongPredicate isText) {
        context.addBeanSerializerModifier(new AllLongs(isText));
        context.addDeserializers(new SimpleDeserializers(LongReader.BY_TYPE));
    }
}
