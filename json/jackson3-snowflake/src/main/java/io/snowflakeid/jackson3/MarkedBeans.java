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

/** Writes references to objects whose ids are text as text, too. Refuses marks that would be lost. */
final class MarkedBeans extends ValueSerializerModifier {

    private static final long serialVersionUID = 1L;

    /** As the type of ids that are written in place of objects, it makes Jackson write their text. */
    private static final Class<?> WRITTEN_BY_TO_STRING = StringBuilder.class;

    @Override
    public List<BeanPropertyWriter> changeProperties(
            SerializationConfig config, BeanDescription.Supplier bean, List<BeanPropertyWriter> writers) {
        List<Property> written = bean.get().findProperties().stream()
                .filter(BeanPropertyDefinition::couldSerialize)
                .map(MarkedProperties::of)
                .toList();
        Property.refuseLostMarks(bean.getBeanClass(), written);
        return writers;
    }

    @Override
    public BeanSerializerBuilder updateBuilder(
            SerializationConfig config, BeanDescription.Supplier bean, BeanSerializerBuilder builder) {
        ObjectIdWriter references = builder.getObjectIdWriter();
        if (references != null
                && isText(bean.get().getObjectIdInfo().getPropertyName().getSimpleName(), builder.getProperties())) {
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
