package io.snowflakeid.jackson3;

import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import io.snowflakeid.json.Holding;
import io.snowflakeid.json.Property;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.introspect.ObjectIdInfo;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.BeanSerializerBuilder;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.impl.ObjectIdWriter;
import tools.jackson.databind.type.ArrayType;

/** Changes how Jackson writes, where that needs more than one property. */
final class Beans {

    private Beans() {}

    /**
     * Writes ids that another framework assigns, and references to objects that have such an id or a marked one. Refuses marks that
     * would be lost.
     */
    static final class Marked extends ValueSerializerModifier {

        private static final long serialVersionUID = 1L;

        @Override
        public List<BeanPropertyWriter> changeProperties(
                SerializationConfig config, BeanDescription.Supplier bean, List<BeanPropertyWriter> writers) {
            List<Property> written = bean.get().findProperties().stream()
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
                SerializationConfig config, BeanDescription.Supplier bean, BeanSerializerBuilder builder) {
            ObjectIdWriter references = builder.getObjectIdWriter();
            if (references != null && isWrittenAsText(bean.get().getObjectIdInfo(), builder.getProperties())) {
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
        public ValueSerializer<?> modifySerializer(
                SerializationConfig config, BeanDescription.Supplier bean, ValueSerializer<?> serializer) {
            return bean.getBeanClass() == Reference.class ? IdsWriter.OF_ANYTHING : serializer;
        }
    }

    /** Stands for the type of ids that are written in place of objects, as their type alone says how Jackson writes them. */
    private static final class Reference {}

    /** Writes every {@code long} as text, whichever module has brought its serializer. */
    static final class AllLongs extends ValueSerializerModifier {

        private static final long serialVersionUID = 1L;

        @Override
        public ValueSerializer<?> modifySerializer(
                SerializationConfig config, BeanDescription.Supplier bean, ValueSerializer<?> serializer) {
            return Holding.LONGS.contains(bean.getBeanClass()) ? IdsWriter.of(serializer) : serializer;
        }

        @Override
        public ValueSerializer<?> modifyArraySerializer(
                SerializationConfig config,
                ArrayType type,
                BeanDescription.Supplier bean,
                ValueSerializer<?> serializer) {
            return type.hasRawClass(long[].class) ? IdsWriter.of(serializer) : serializer;
        }
    }
}
