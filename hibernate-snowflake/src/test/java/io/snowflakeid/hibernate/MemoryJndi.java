package io.snowflakeid.hibernate;

import java.lang.reflect.Proxy;
import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.CompositeName;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NameParser;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;

/** A JNDI with names in a map; {@link #bind} installs it in this process. */
public final class MemoryJndi implements InitialContextFactory {

    private static final Map<String, Object> NAMES = new ConcurrentHashMap<>();

    static void bind(String name, Object object) {
        System.setProperty(Context.INITIAL_CONTEXT_FACTORY, MemoryJndi.class.getName());
        NAMES.put(name, object);
    }

    @Override
    public Context getInitialContext(Hashtable<?, ?> environment) {
        return (Context) Proxy.newProxyInstance(
                MemoryJndi.class.getClassLoader(),
                new Class<?>[] {Context.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "getNameParser" -> (NameParser) CompositeName::new;
                    case "lookup" -> lookup(args[0].toString());
                    case "close" -> null;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static Object lookup(String name) throws NamingException {
        Object found = NAMES.get(name);
        if (found == null) {
            throw new NameNotFoundException(name);
        }
        return found;
    }
}
