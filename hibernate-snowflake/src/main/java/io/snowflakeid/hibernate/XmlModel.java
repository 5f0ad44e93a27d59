package io.snowflakeid.hibernate;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.models.spi.AnnotationTarget;
import org.hibernate.models.spi.ClassDetails;
import org.jspecify.annotations.Nullable;

/** Reads annotations from the {@code ModelsContext} of Hibernate ORM 7.0 and later. With Hibernate 6.6, this class must not be loaded. */
final class XmlModel {

    private XmlModel() {}

    /** Returns the annotation with the overrides from {@code orm.xml}, or null if {@code orm.xml} removes the annotation. */
    static <A extends Annotation> @Nullable A valid(A written, AnnotatedElement annotated, BootstrapContext context) {
        Member member = (Member) annotated;
        ClassDetails declarer = context.getModelsContext()
                .getClassDetailsRegistry()
                .findClassDetails(member.getDeclaringClass().getName());
        AnnotationTarget read = declarer == null ? null : target(member, declarer);
        @SuppressWarnings("unchecked")
        Class<A> type = (Class<A>) written.annotationType();
        return read == null ? written : read.getDirectAnnotationUsage(type);
    }

    private static @Nullable AnnotationTarget target(Member member, ClassDetails declarer) {
        return member instanceof Field
                ? declarer.findFieldByName(member.getName())
                : declarer.getMethods().stream()
                        .filter(method -> method.getName().equals(member.getName())
                                && method.getArgumentTypes().isEmpty())
                        .findFirst()
                        .orElse(null);
    }
}
