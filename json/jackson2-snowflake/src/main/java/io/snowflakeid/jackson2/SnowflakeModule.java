package io.snowflakeid.jackson2;

import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.module.SimpleDeserializers;
import com.fasterxml.jackson.databind.module.SimpleSerializers;
import com.fasterxml.jackson.databind.ser.std.NumberSerializers.LongSerializer;
import com.fasterxml.jackson.databind.ser.std.StdArraySerializers.LongArraySerializer;
import io.snowflakeid.json.TextFor;

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
            case ANNOTATED -> {
                context.appendAnnotationIntrospector(new MarkedProperties());
                context.addBeanSerializerModifier(new MarkedBeans());
            }
            case ALL_LONGS -> {
                SimpleSerializers texts = new SimpleSerializers();
                texts.addSerializer(long.class, IdsWriter.of(new LongSerializer(long.class)));
                texts.addSerializer(Long.class, IdsWriter.of(new LongSerializer(Long.class)));
                texts.addSerializer(long[].class, IdsWriter.of(new LongArraySerializer()));
                context.addSerializers(texts);
                context.addDeserializers(new SimpleDeserializers(LongReader.BY_TYPE));
            }
        }
    }
}
