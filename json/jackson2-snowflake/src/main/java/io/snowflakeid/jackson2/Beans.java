package io.snowflakeid.jackson2;

import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.introspect.AnnotatedConstructor;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.introspect.ObjectIdInfo;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerBuilder;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.impl.ObjectIdWriter;
import io.snowflakeid.json.Property;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** What the introspector cannot see from a member alone, but from all properties of a class. */
final class Beans {

    /** Stands for the type of ids that are written in place of objects, as their type alone says how Jackson writes them. */
    static final class Reference {}

    private Beans() {}

    /** Writes ids that another framework assigns, and references to objects that have such an id or a marked one. */
    static final class Written extends BeanSerializerModifier {

        private static final long serialVersionUID = 1L;

        @Override
        public List<BeanPropertyWriter> changeProperties(
                SerializationConfig config, BeanDescription bean, List<BeanPropertyWriter> writers) {
            refuseLostMarks(bean, property -> property.getAccessor() != null);
            bean.findProperties().stream()
                    .filter(property -> property.couldSerialize() && isAssigned(Parts.of(property)))
                    .flatMap(property -> find(writers, property.getName()))
                    .filter(writer -> !writer.hasSerializer())
                    .forEach(writer -> writer.assignSerializer(IdsWriter.OF_ANYTHING));
            return writers;
        }

        private static boolean isAssigned(Property property) {
            return property.isAssigned() && !property.part().isWrittenByItsOwn();
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
    }

    /** Refuses marks that would be lost when a class is read. */
    static final class Read extends BeanDeserializerModifier {

        private static final long serialVersionUID = 1L;

        @Override
        public List<BeanPropertyDefinition> updateProperties(
                DeserializationConfig config, BeanDescription bean, List<BeanPropertyDefinition> properties) {
            refuseLostMarks(bean, property -> property.getMutator() != null);
            return properties;
        }
    }

    /** Refuses a mark on a field or a parameter that is no part of a property that is written, or that is read. */
    private static void refuseLostMarks(BeanDescription bean, Predicate<BeanPropertyDefinition> isUsed) {
        List<BeanPropertyDefinition> used =
                bean.findProperties().stream().filter(isUsed).toList();
        refuseLost(
                StreamSupport.stream(bean.getClassInfo().fields().spliterator(), false),
                used,
                BeanPropertyDefinition::getField);
        for (AnnotatedConstructor constructor : bean.getConstructors()) {
            refuseLost(
                    IntStream.range(0, constructor.getParameterCount()).mapToObj(constructor::getParameter),
                    used,
                    BeanPropertyDefinition::getConstructorParameter);
        }
    }

    private static void refuseLost(
            Stream<? extends AnnotatedMember> members,
            List<BeanPropertyDefinition> used,
            Function<BeanPropertyDefinition, @Nullable AnnotatedMember> part) {
        Property.refuseLostMarks(
                members.filter(member -> used.stream().noneMatch(property -> member.equals(part.apply(property))))
                        .map(member -> Parts.of(member, member.getType()))
                        .toList(),
                used.stream()
                        .filter(property -> part.apply(property) == null)
                        .map(Parts::of)
                        .toList());
    }
}
