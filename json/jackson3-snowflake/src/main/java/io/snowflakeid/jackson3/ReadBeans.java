package io.snowflakeid.jackson3;

import java.util.List;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.introspect.BeanPropertyDefinition;

/** Refuses marks that would be lost when a class is read. */
final class ReadBeans extends ValueDeserializerModifier {

    private static final long serialVersionUID = 1L;

    @Override
    public List<BeanPropertyDefinition> updateProperties(
            DeserializationConfig config, BeanDescription.Supplier bean, List<BeanPropertyDefinition> properties) {
        Ties.refuseLostMarks(bean.get(), property -> property.getMutator() != null);
        return properties;
    }
}
