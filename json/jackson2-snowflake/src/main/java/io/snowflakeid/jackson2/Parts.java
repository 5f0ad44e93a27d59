package io.snowflakeid.jackson2;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.util.Converter;
import io.snowflakeid.json.Holding;
import io.snowflakeid.json.Part;
import io.snowflakeid.json.Property;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Fields, accessors and parameters of Jackson 2, for the decision whether they hold ids. */
final class Parts {

    private static final Set<Class<?>> NONE =
            Set.of(JsonSerializer.None.class, JsonDeserializer.None.class, Converter.None.class);

    private Parts() {}

    static Part of(AnnotatedMember member, JavaType type) {
        return new Part(
                nameOf(member),
                member.getDeclaringClass(),
                member.getName(),
                type.toCanonical(),
                holdingOf(type),
                type.getKeyType() == null ? null : holdingOf(type.getKeyType()),
                member::getAnnotation,
                hasOwnWriter(member.getAnnotation(JsonSerialize.class)),
                hasOwnReader(member.getAnnotation(JsonDeserialize.class)));
    }

    private static String nameOf(AnnotatedMember member) {
        String owner = member.getDeclaringClass().getName();
        if (member instanceof AnnotatedParameter parameter) {
            return "parameter " + (parameter.getIndex() + 1) + " of " + owner;
        }
        return owner + "." + member.getName() + (member instanceof AnnotatedMethod ? "()" : "");
    }

    static Holding holdingOf(JavaType type) {
        JavaType content = type.getContentType();
        if (content == null) {
            return Holding.of(type.getRawClass());
        }
        Holding values = holdingOf(content);
        return type.getKeyType() == null ? values.contained() : values.inMap(holdingOf(type.getKeyType()));
    }

    private static boolean hasOwnWriter(@Nullable JsonSerialize own) {
        return own != null && isAny(own.using(), own.contentUsing(), own.converter(), own.contentConverter());
    }

    private static boolean hasOwnReader(@Nullable JsonDeserialize own) {
        return own != null && isAny(own.using(), own.contentUsing(), own.converter(), own.contentConverter());
    }

    private static boolean isAny(Class<?>... ways) {
        return !NONE.containsAll(List.of(ways));
    }

    /** A property, which another framework knows by the name of its field. */
    static Property of(BeanPropertyDefinition property) {
        Part part = of(property.getPrimaryMember(), property.getPrimaryType());
        return new Property(property.getName(), part, part.isAssigned(fieldNameOf(property)));
    }

    static String fieldNameOf(BeanPropertyDefinition property) {
        return property.getField() == null
                ? property.getInternalName()
                : property.getField().getName();
    }
}
