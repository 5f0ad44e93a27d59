package io.snowflakeid.hibernate;

import jakarta.persistence.GeneratedValue;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.models.spi.AnnotationTarget;
import org.hibernate.models.spi.ClassDetails;
import org.jspecify.annotations.Nullable;

/** What Hibernate ORM 7.0 and later read of a member when {@code orm.xml} has had its say; not to be loaded with 6.6, which has no such model. */
final class XmlModel {

    private XmlModel() {}

    /** True if XML has taken the annotations of a field or a getter away that say how its value is made. */
    static boolean replaces(AnnotatedElement member, BootstrapContext context) {
        AnnotationTarget read = inModel((AnnotatedElement & Member) member, context);
        if (read == null) {
            return false;
        }
        GeneratedValue written = member.getAnnotation(GeneratedValue.class);
        GeneratedValue valid = read.getDirectAnnotationUsage(GeneratedValue.class);
        return (member.isAnnotationPresent(SnowflakeId.class) && !read.hasDirectAnnotationUsage(SnowflakeId.class))
                || (written != null && (valid == null || valid.strategy() != written.strategy()));
    }

    private static <M extends AnnotatedElement & Member> @Nullable AnnotationTarget inModel(
            M member, BootstrapContext context) {
        ClassDetails declarer = context.getModelsContext()
                .getClassDetailsRegistry()
                .findClassDetails(member.getDeclaringClass().getName());
        if (declarer == null) {
            return null;
        }
        return member instanceof Field
                ? declarer.findFieldByName(member.getName())
                : declarer.getMethods().stream()
                        .filter(method -> method.getName().equals(member.getName())
                                && method.getArgumentTypes().isEmpty())
                        .findFirst()
                        .orElse(null);
    }
}
