package io.snowflakeid.hibernate;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.boot.spi.InFlightMetadataCollector;
import org.hibernate.boot.spi.MetadataBuildingContext;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.ToOne;
import org.hibernate.mapping.Value;
import org.hibernate.spi.NavigablePath;
import org.jspecify.annotations.Nullable;

/** The mappings and settings of a session factory while Hibernate builds the session factory. */
record Mappings(InFlightMetadataCollector metadata, IdSources source, SourceSettings settings) {

    private static final boolean HAS_XML_MODEL = Arrays.stream(BootstrapContext.class.getMethods())
            .anyMatch(method -> method.getName().equals("getModelsContext"));

    static Mappings of(MetadataBuildingContext context) {
        IdSources source = context.getBootstrapContext().getServiceRegistry().requireService(IdSources.class);
        return new Mappings(context.getMetadataCollector(), source, source.settings());
    }

    /**
     * Returns a member's annotation, or null if the member has none or {@code orm.xml} removes the annotation. With Hibernate 6.6, this method
     * ignores {@code orm.xml}.
     */
    <A extends Annotation> @Nullable A annotation(AnnotatedElement member, Class<A> type) {
        A written = member.getAnnotation(type);
        return written == null || !HAS_XML_MODEL
                ? written
                : XmlModel.valid(written, member, metadata.getBootstrapContext());
    }

    /** Returns the properties of an entity by name, including the id. The result is empty if the entity is a dynamic map without a Java class. */
    Map<String, MappedMember> membersOf(PersistentClass entity) {
        Map<String, MappedMember> members = new TreeMap<>();
        if (entity.getClassName() == null) {
            return members;
        }
        idProperties(entity).forEach(part -> members.put(part.getName(), MappedMember.of(this, entity, part)));
        for (Property property : entity.getPropertyClosure()) {
            if (!property.isSynthetic() && !property.getName().equals(NavigablePath.IDENTIFIER_MAPPER_PROPERTY)) {
                members.put(property.getName(), MappedMember.of(this, entity, property));
            }
        }
        return members;
    }

    /** Returns the id, or the attributes that form a composite id with {@code @IdClass} or several {@code @Id}s. */
    private static List<Property> idProperties(PersistentClass entity) {
        if (entity.getIdentifierProperty() != null) {
            return List.of(entity.getIdentifierProperty());
        }
        if (entity.getIdentifierMapper() != null) {
            return entity.getIdentifierMapper().getProperties();
        }
        return entity.getIdentifier() instanceof Component parts ? parts.getProperties() : List.of();
    }

    Map<String, MappedMember> membersOf(Component embeddable) {
        Map<String, MappedMember> members = new TreeMap<>();
        if (embeddable.getComponentClassName() == null || embeddable.isDynamic()) {
            return members;
        }
        for (Property property : embeddable.getProperties()) {
            members.put(property.getName(), new MappedMember(this, declarer(embeddable, property), property, false));
        }
        return members;
    }

    private Class<?> declarer(Component embeddable, Property property) {
        return embeddable.isPolymorphic()
                ? metadata.getBootstrapContext()
                        .getServiceRegistry()
                        .requireService(ClassLoaderService.class)
                        .classForName(embeddable.getPropertyDeclaringClass(property))
                : embeddable.getComponentClass();
    }

    /** Returns the entity that an association references, or null if the value is not an association. */
    @Nullable
    PersistentClass target(Value value) {
        return value instanceof ToOne association
                ? metadata.getEntityBinding(association.getReferencedEntityName())
                : null;
    }

    /** Returns the properties of an associated entity or of an embeddable by name, or an empty map for any other value. */
    Map<String, MappedMember> membersBehind(Value value) {
        PersistentClass target = target(value);
        if (target != null) {
            return membersOf(target);
        }
        return value instanceof Component embeddable ? membersOf(embeddable) : Map.of();
    }
}
