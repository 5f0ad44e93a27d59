package io.snowflakeid.spring.boot.contract;

import java.util.function.Consumer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.TestContextManager;

/** Starts what a test of a user's declares, as Spring's extension does, but under any version of JUnit. */
public final class Slice {

    private Slice() {}

    /** Makes a test, starts its application, and injects into it. */
    public static <T> void of(Class<T> test, Consumer<T> body) {
        TestContextManager manager = new TestContextManager(test);
        var context = (ConfigurableApplicationContext) manager.getTestContext().getApplicationContext();
        try {
            body.accept(injected(test, manager));
        } finally {
            context.close();
        }
    }

    private static <T> T injected(Class<T> test, TestContextManager manager) {
        try {
            var constructor = test.getDeclaredConstructor();
            constructor.setAccessible(true);
            T made = constructor.newInstance();
            manager.prepareTestInstance(made);
            return made;
        } catch (Exception e) {
            throw new AssertionError("nothing can be injected into " + test.getSimpleName(), e);
        }
    }
}
