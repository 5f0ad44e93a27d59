package io.snowflakeid.jackson2;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import java.util.List;

/** Refuses marks that would be lost when a class is read. */
final class ReadBeans extends BeanDeserializerModifier {

    private static final long serialVersionUID = 1L;

    @Override
    public List<BeanPropertyDefinition> updateProperties(
            DeserializationConfig config, BeanDescription bean, List<BeanPropertyDefinition> properties) {
        Ties.refuseLostMarks(bean, property -> property.getMutator() != null);
        return properties;
    }
}
