package io.snowflakeid.jackson2;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerBuilder;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.impl.ObjectIdWriter;
import io.snowflakeid.json.Property;
import java.util.List;

/** Writes object references as strings if the ids are strings in JSON. Rejects {@code SnowflakeRef} annotations that Jackson ignores. */
final class MarkedBeans extends BeanSerializerModifier {

    private static final long serialVersionUID = 1L;

    @Override
    public List<BeanPropertyWriter> changeProperties(
            SerializationConfig config, BeanDescription bean, List<BeanPropertyWriter> writers) {
        List<Property> written = bean.findProperties().stream()
                .filter(BeanPropertyDefinition::couldSerialize)
                .map(MarkedProperties::of)
                .toList();
        Property.rejectLostMarks(bean.getBeanClass(), written);
        return writers;
    }

    @Override
    public BeanSerializerBuilder updateBuilder(
            SerializationConfig config, BeanDescription bean, BeanSerializerBuilder builder) {
        ObjectIdWriter references = builder.getObjectIdWriter();
        if (references != null
                && isText(bean.getObjectIdInfo().getPropertyName().getSimpleName(), builder.getProperties())) {
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
