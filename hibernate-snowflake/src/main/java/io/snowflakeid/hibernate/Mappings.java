package io.snowflakeid.hibernate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.boot.spi.InFlightMetadataCollector;
import org.hibernate.boot.spi.MetadataBuildingContext;
import org.hibernate.engine.config.spi.ConfigurationService;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.ToOne;
import org.hibernate.mapping.Value;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.spi.NavigablePath;
import org.jspecify.annotations.Nullable;

/** All mappings of a session factory to be, and the settings that they are read with. */
record Mappings(InFlightMetadataCollector metadata, SourceSettings settings, ServiceRegistry services) {

    private static final boolean HAS_XML_MODEL = Arrays.stream(BootstrapContext.class.getMethods())
            .anyMatch(method -> method.getName().equals("getModelsContext"));

    /**
     * A property in its class: of an entity, or of an embeddable.
     *
     * @param entity of which it is a property itself, or null if it is one of an embeddable
     * @param isWholeId true if it is the only id of the entity, single or embedded
     */
    record Member(
            Class<?> declarer, Property property, @Nullable PersistentClass entity, boolean isWholeId) {

        MappedMember annotated() {
            return new MappedMember(declarer, property.getName());
        }
    }

    static Mappings of(MetadataBuildingContext context) {
        ServiceRegistry services = context.getBootstrapContext().getServiceRegistry();
        Map<String, Object> settings =
                services.requireService(ConfigurationService.class).getSettings();
        return new Mappings(context.getMetadataCollector(), SourceSettings.in(settings), services);
    }

    /**
     * True if {@code orm.xml} says how the member's value is made, whatever its annotations say. Up to 6.6 Hibernate itself obeys {@link
     * SnowflakeId} on an entity that XML maps wholly.
     */
    boolean isLeftToXml(MappedMember member) {
        return HAS_XML_MODEL
                && member.elements().stream()
                        .anyMatch(element -> XmlModel.replaces(element, metadata.getBootstrapContext()));
    }

    /** The properties of an entity by name, those that are its id first; none of an entity without a class. */
    Map<String, Member> membersOf(PersistentClass entity) {
        Map<String, Member> members = new LinkedHashMap<>();
        if (entity.getClassName() == null) {
            return members;
        }
        Class<?> type = entity.getMappedClass();
        Property id = entity.getIdentifierProperty();
        if (id != null) {
            members.put(id.getName(), new Member(type, id, entity, true));
        } else {
            for (Property part : looseParts(entity)) {
                members.put(part.getName(), new Member(type, part, entity, false));
            }
        }
        for (Property property : entity.getPropertyClosure()) {
            if (!property.isSynthetic() && !property.getName().equals(NavigablePath.IDENTIFIER_MAPPER_PROPERTY)) {
                members.put(property.getName(), new Member(type, property, entity, false));
            }
        }
        return members;
    }

    /** The parts of an id that are attributes of the entity itself: with an {@code @IdClass}, or with several {@code @Id}s. */
    private static List<Property> looseParts(PersistentClass entity) {
        if (entity.getIdentifierMapper() != null) {
            return entity.getIdentifierMapper().getProperties();
        }
        return entity.getIdentifier() instanceof Component parts ? parts.getProperties() : List.of();
    }

    /** The properties of an embeddable by name. */
    Map<String, Member> membersOf(Component embeddable) {
        Map<String, Member> members = new LinkedHashMap<>();
        if (embeddable.getComponentClassName() == null || embeddable.isDynamic()) {
            return members;
        }
        for (Property property : embeddable.getProperties()) {
            members.put(property.getName(), new Member(declarer(embeddable, property), property, null, false));
        }
        return members;
    }

    private Class<?> declarer(Component embeddable, Property property) {
        return embeddable.isPolymorphic()
                ? services.requireService(ClassLoaderService.class)
                        .classForName(embeddable.getPropertyDeclaringClass(property))
                : embeddable.getComponentClass();
    }

    /** The entity to which an association refers, or null if the value is none. */
    @Nullable
    PersistentClass target(Value value) {
        return value instanceof ToOne association
                ? metadata.getEntityBinding(association.getReferencedEntityName())
                : null;
    }

    /** All names that a path may go on with behind this value. */
    Map<String, Member> membersBehind(Value value) {
        PersistentClass target = target(value);
        if (target != null) {
            return membersOf(target);
        }
        return value instanceof Component embeddable ? membersOf(embeddable) : Map.of();
    }

    static List<String> sorted(Map<String, Member> members) {
        List<String> names = new ArrayList<>(members.keySet());
        names.sort(null);
        return names;
    }
}
