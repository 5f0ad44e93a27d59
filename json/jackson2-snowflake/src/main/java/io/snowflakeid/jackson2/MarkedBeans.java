package io.snowflakeid.jackson2;

import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.introspect.ObjectIdInfo;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerBuilder;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.impl.ObjectIdWriter;
import com.fasterxml.jackson.databind.type.ArrayType;
import io.snowflakeid.json.Holding;
import io.snowflakeid.json.Property;
import java.util.List;
import java.util.stream.Stream;

/** Changes how Jackson writes, where that needs more than one property. */
final class Beans {

    private Beans() {}

    /**
     * Writes ids that another framework assigns, and references to objects that have such an id or a marked one. Refuses marks that
     * would be lost.
     */
    static final class Marked extends BeanSerializerModifier {

        private static final long serialVersionUID = 1L;

        @Override
        public List<BeanPropertyWriter> changeProperties(
                SerializationConfig config, BeanDescription bean, List<BeanPropertyWriter> writers) {
            List<Property> written = bean.findProperties().stream()
                    .filter(BeanPropertyDefinition::couldSerialize)
                    .map(MarkedProperties::of)
                    .toList();
            Property.refuseLostMarks(bean.getBeanClass(), written);
            written.stream()
                    .filter(Property::isAssignedText)
                    .flatMap(property -> find(writers, property.name()))
                    .filter(writer -> !writer.hasSerializer())
                    .forEach(writer -> writer.assignSerializer(IdsWriter.OF_ANYTHING));
            return writers;
        }

        private static Stream<BeanPropertyWriter> find(List<BeanPropertyWriter> writers, String name) {
            return writers.stream().filter(writer -> writer.getName().equals(name));
        }

        @Override
        public BeanSerializerBuilder updateBuilder(
                SerializationConfig config, BeanDescription bean, BeanSerializerBuilder builder) {
            ObjectIdWriter references = builder.getObjectIdWriter();
            if (references != null && isWrittenAsText(bean.getObjectIdInfo(), builder.getProperties())) {
                builder.setObjectIdWriter(ObjectIdWriter.construct(
                        config.constructType(Reference.class), null, references.generator, references.alwaysAsId));
            }
            return builder;
        }

        private static boolean isWrittenAsText(ObjectIdInfo identity, List<BeanPropertyWriter> writers) {
            return identity.getGeneratorType() == ObjectIdGenerators.PropertyGenerator.class
                    && find(writers, identity.getPropertyName().getSimpleName())
                            .anyMatch(writer -> writer.getSerializer() instanceof IdsWriter);
        }

        @Override
        public JsonSerializer<?> modifySerializer(
                SerializationConfig config, BeanDescription bean, JsonSerializer<?> serializer) {
            return bean.getBeanClass() == Reference.class ? IdsWriter.OF_ANYTHING : serializer;
        }
    }

    /** Stands for the type of ids that are written in place of objects, as their type alone says how Jackson writes them. */
    private static final class Reference {}

    /** Writes every {@code long} as text, whichever module has brought its serializer. */
    static final class AllLongs extends BeanSerializerModifier {

        private static final long serialVersionUID = 1L;

        @Override
        public JsonSerializer<?> modifySerializer(
                SerializationConfig config, BeanDescription bean, JsonSerializer<?> serializer) {
            return Holding.LONGS.contains(bean.getBeanClass()) ? IdsWriter.of(serializer) : serializer;
        }

        @Override
        public JsonSerializer<?> modifyArraySerializer(
                SerializationConfig config, ArrayType type, BeanDescription bean, JsonSerializer<?> serializer) {
            return type.hasRawClass(long[].class) ? IdsWriter.of(serializer) : serializer;
        }
    }
}
