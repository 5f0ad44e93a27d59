package io.snowflakeid.jackson3;

import io.snowflakeid.json.Property;
import java.util.List;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.BeanSerializerBuilder;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.impl.ObjectIdWriter;

/** Writes object references as strings if the ids are strings in JSON. Rejects {@code SnowflakeRef} annotations that Jackson ignores. */
final class MarkedBeans extends ValueSerializerModifier {

    private static final long serialVersionUID = 1L;

    @Override
    public List<BeanPropertyWriter> changeProperties(
            SerializationConfig config, BeanDescription.Supplier bean, List<BeanPropertyWriter> writers) {
        List<Property> written = bean.get().findProperties().stream()
                .filter(BeanPropertyDefinition::couldSerialize)
                .map(MarkedProperties::of)
                .toList();
        Property.rejectLostMarks(bean.getBeanClass(), written);
        return writers;
    }

    @Override
    public BeanSerializerBuilder updateBuilder(
            SerializationConfig config, BeanDescription.Supplier bean, BeanSerializerBuilder builder) {
        ObjectIdWriter references = builder.getObjectIdWriter();
        if (references != null
                && isText(bean.get().getObjectIdInfo().getPropertyName().getSimpleName(), builder.getProperties())) {
            // Jackson writes an object id of type StringBuilder with toString(), so the id becomes a string.
            builder.setObjectIdWriter(ObjectIdWriter.construct(
                    config.constructType(StringBuilder.class), null, references.generator, references.alwaysAsId));
        }
        return builder;
    }

    private static boolean isText(String id, List<BeanPropertyWriter> writers) {
        return writers.stream()
                .anyMatch(writer -> writer.getName().equals(id) && writer.getSerializer() instanceof IdsWriter);
    }
}
