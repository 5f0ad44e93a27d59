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

/** Writes references to objects whose ids are text as text, too. Refuses marks that would be lost. */
final class MarkedBeans extends BeanSerializerModifier {

    private static final long serialVersionUID = 1L;

    /** As the type of ids that are written in place of objects, it makes Jackson write their text. */
    private static final Class<?> WRITTEN_BY_TO_STRING = StringBuilder.class;

    @Override
    public List<BeanPropertyWriter> changeProperties(
            SerializationConfig config, BeanDescription bean, List<BeanPropertyWriter> writers) {
        List<Property> written = bean.findProperties().stream()
                .filter(BeanPropertyDefinition::couldSerialize)
                .map(MarkedProperties::of)
                .toList();
        Property.refuseLostMarks(bean.getBeanClass(), written);
        return writers;
    }

    @Override
    public BeanSerializerBuilder updateBuilder(
            SerializationConfig config, BeanDescription bean, BeanSerializerBuilder builder) {
        ObjectIdWriter references = builder.getObjectIdWriter();
        if (references != null
                && isText(bean.getObjectIdInfo().getPropertyName().getSimpleName(), builder.getProperties())) {
            builder.setObjectIdWriter(ObjectIdWriter.construct(
                    config.constructType(WRITTEN_BY_TO_STRING), null, references.generator, references.alwaysAsId));
        }
        return builder;
    }

    private static boolean isText(String id, List<BeanPropertyWriter> writers) {
        return writers.stream()
                .anyMatch(writer -> writer.getName().equals(id) && writer.getSerializer() instanceof IdsWriter);
    }
}
