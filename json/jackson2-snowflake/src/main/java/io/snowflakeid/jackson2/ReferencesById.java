package io.snowflakeid.jackson2;

import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.introspect.ObjectIdInfo;
import com.fasterxml.jackson.databind.ser.BeanSerializerBuilder;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.impl.ObjectIdWriter;

/**
 * The references that Jackson writes in place of an object that it knows by a marked property, by {@code @JsonIdentityInfo} on its
 * class: an id in them is written as in the property itself.
 */
final class ReferencesById extends BeanSerializerModifier {

    private static final long serialVersionUID = 1L;

    /** Stands for the type of such ids, as their type alone says how Jackson writes them. */
    static final class MarkedId {}

    @Override
    public BeanSerializerBuilder updateBuilder(
            SerializationConfig config, BeanDescription bean, BeanSerializerBuilder builder) {
        ObjectIdWriter references = builder.getObjectIdWriter();
        if (references != null && isMarked(bean.getObjectIdInfo(), builder)) {
            builder.setObjectIdWriter(ObjectIdWriter.construct(
                    config.constructType(MarkedId.class), null, references.generator, references.alwaysAsId));
        }
        return builder;
    }

    private static boolean isMarked(ObjectIdInfo identity, BeanSerializerBuilder builder) {
        return identity.getGeneratorType() == ObjectIdGenerators.PropertyGenerator.class
                && builder.getProperties().stream()
                        .filter(property ->
                                identity.getPropertyName().getSimpleName().equals(property.getName()))
                        .anyMatch(property -> property.getSerializer() instanceof LongWriter);
    }
}
