package io.snowflakeid.jackson2;

import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.introspect.ObjectIdInfo;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerBuilder;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.impl.ObjectIdWriter;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.util.List;

/**
 * What the introspector cannot see from a member alone: ids that another framework assigns, lost marks, and the references that
 * Jackson writes in place of an object that it knows by a marked property, by {@code @JsonIdentityInfo} on its class. An id in these is
 * written as in the property itself.
 */
final class WrittenBeans extends BeanSerializerModifier {

    private static final long serialVersionUID = 1L;

    /** Stands for the type of such ids, as their type alone says how Jackson writes them. */
    static final class MarkedId {}

    @Override
    public List<BeanPropertyWriter> changeProperties(
            SerializationConfig config, BeanDescription bean, List<BeanPropertyWriter> writers) {
        Ties.refuseLostMarks(bean, property -> property.getAccessor() != null);
        for (BeanPropertyDefinition property : bean.findProperties()) {
            if (property.couldSerialize() && Ties.isAssigned(property)) {
                writers.stream()
                        .filter(writer -> writer.getName().equals(property.getName()))
                        .forEach(WrittenBeans::writeText);
            }
        }
        return writers;
    }

    private static void writeText(BeanPropertyWriter assigned) {
        if (!assigned.hasSerializer() && !MarkedProperties.isWrittenByItsOwn(assigned.getMember())) {
            assigned.assignSerializer(
                    Holding.of(assigned.getType()) == Holding.LONG
                            ? new LongWriter(TextRule.ALWAYS)
                            : ToStringSerializer.instance);
        }
    }

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
