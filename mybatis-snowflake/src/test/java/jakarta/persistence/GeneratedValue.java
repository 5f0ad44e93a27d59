package jakarta.persistence;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands for the annotation of Jakarta Persistence, which the adapter reads by name. */
@Retention(RetentionPolicy.RUNTIME)
public @interface GeneratedValue {

    String generator() default "";
}
