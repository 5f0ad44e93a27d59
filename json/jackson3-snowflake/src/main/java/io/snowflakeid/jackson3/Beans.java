package io.snowflakeid.jackson3;

import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import io.snowflakeid.json.Property;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.introspect.AnnotatedConstructor;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.introspect.ObjectIdInfo;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.BeanSerializerBuilder;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.impl.ObjectIdWriter;

/** What the introspector cannot see from a member alone, but from all properties of a class. */
final class Beans {

    /** Stands for the type of ids that are written in place of objects, as their type alone says how Jackson writes them. */
    static final class Reference {}

    private Beans() {}

    /** Writes ids that another framework assigns, and references to objects that have such an id or a marked one. */
    static final class Written extends ValueSerializerModifier {

        private static final long serialVersionUID = 1L;

        @Override
        public List<BeanPropertyWriter> changeProperties(
                SerializationConfig config, BeanDescription.Supplier bean, List<BeanPropertyWriter> writers) {
            refuseLostMarks(bean.get(), property -> property.getAccessor() != null);
            bean.get().findProperties().stream()
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
    }

    /** Refuses marks that would be lost when a class is read. */
    static final class Read extends ValueDeserializerModifier {

        private static final long serialVersionUID = 1L;

        @Override
        public List<BeanPropertyDefinition> updateProperties(
                DeserializationConfig config, BeanDescription.Supplier bean, List<BeanPropertyDefinition> properties) {
            refuseLostMarks(bean.get(), property -> property.getMutator() != null);
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
