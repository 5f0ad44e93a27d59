package io.snowflakeid.hibernate;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Optional;
import org.hibernate.HibernateException;
import org.hibernate.mapping.SimpleValue;

/**
 * Sets the generator of an id or of one id part. This class calls Hibernate's setter by reflection, because the setter's parameter type has different
 * names in ORM 6.6 and 7.0.
 */
final class IdSlot {

    private static final String SETTER = "setCustomIdGeneratorCreator";
    private static final String STRATEGY_SETTER = "setIdentifierGeneratorStrategy";

    private final SimpleValue value;

    IdSlot(SimpleValue value) {
        this.value = value;
    }

    void put(EntityIdGenerator generator) {
        Method setter = setter(SETTER)
                .orElseThrow(() -> new HibernateException("this version of Hibernate ORM has no "
                        + SimpleValue.class.getName() + "." + SETTER + ": use one of 6.6 to 8.0"));
        Class<?> creator = setter.getParameterTypes()[0];
        InvocationHandler handler = (proxy, method, arguments) -> answer(generator, proxy, method, arguments);
        call(setter, Proxy.newProxyInstance(creator.getClassLoader(), new Class<?>[] {creator}, handler));
        // Hibernate 6.6.0 to 6.6.13 ignore the generator of an id part whose strategy is "assigned".
        setter(STRATEGY_SETTER).ifPresent(strategy -> call(strategy, EntityIdGenerator.class.getName()));
    }

    private static Object answer(EntityIdGenerator generator, Object proxy, Method method, Object[] arguments)
            throws Throwable {
        return switch (method.getName()) {
            case "createGenerator" -> generator;
            case "isAssigned" -> false;
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "creator of " + generator;
            default -> InvocationHandler.invokeDefault(proxy, method, arguments);
        };
    }

    private static Optional<Method> setter(String name) {
        return Arrays.stream(SimpleValue.class.getMethods())
                .filter(method -> method.getName().equals(name) && method.getParameterCount() == 1)
                .findFirst();
    }

    private void call(Method setter, Object argument) {
        try {
            setter.invoke(value, argument);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new HibernateException("cannot set the generator of an id: " + setter + " failed", e);
        }
    }
}
