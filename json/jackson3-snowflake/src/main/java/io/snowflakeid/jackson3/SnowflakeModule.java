package io.snowflakeid.jackson3;

import io.snowflakeid.json.TextFor;
import io.snowflakeid.json.UnsafeNumbers;
import tools.jackson.core.Version;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.module.SimpleDeserializers;
import tools.jackson.databind.module.SimpleSerializers;
import tools.jackson.databind.ser.jdk.JDKArraySerializers.LongArraySerializer;
import tools.jackson.databind.ser.jdk.NumberSerializers.LongSerializer;

/**
 * Writes 64-bit ids as JSON strings of their decimal digits, because JavaScript rounds numbers above 2<sup>53</sup> - 1.
 *
 * <p>The module reads an id from a string of exactly the id's decimal digits, or from a whole number without an exponent. The module rejects a string
 * or number that is not exactly the decimal form of a {@code long}, even if Jackson's coercion is enabled.
 *
 * <p>Add this module to each mapper that writes JSON for browsers, with {@code JsonMapper.builder().addModule(new SnowflakeModule()).build()}.
 * Jackson does not discover the module automatically, so the module affects only mappers that contain it. The module is immutable and thread-safe.
 */
public final class SnowflakeModule extends JacksonModule {

    private final TextFor textFor;

    /** Creates a module with the mode {@link TextFor#ANNOTATED}. */
    public SnowflakeModule() {
        this(TextFor.ANNOTATED);
    }

    /** Creates a module with the given mode. */
    public SnowflakeModule(TextFor textFor) {
        this.textFor = textFor;
    }

    @Override
    public String getModuleName() {
        return "snowflake-" + textFor;
    }

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    @Override
    public void setupModule(SetupContext context) {
        boolean allLongs = textFor == TextFor.ALL_LONGS;
        if (allLongs) {
            context.addDeserializers(new SimpleDeserializers(LongReader.BY_TYPE));
        } else {
            context.appendAnnotationIntrospector(new MarkedProperties());
            context.addSerializerModifier(new MarkedBeans());
        }
        if (textFor != TextFor.ANNOTATED) {
            UnsafeNumbers unsafe = allLongs ? null : new UnsafeNumbers();
            SimpleSerializers longs = new SimpleSerializers();
            longs.addSerializer(long.class, new IdsWriter(null, new LongSerializer(long.class), unsafe));
            longs.addSerializer(Long.class, new IdsWriter(null, new LongSerializer(Long.class), unsafe));
            longs.addSerializer(long[].class, new IdsWriter(null, new LongArraySerializer(), unsafe));
            context.addSerializers(longs);
        }
    }
}
