package io.snowflakeid.testing;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** What a mocking library makes of a generator: each id is 0, the layout is null. */
public final class MockedIds {

    private MockedIds() {}

    public static IdGenerator withoutBatch() {
        return mock(IdGenerator.class, (mock, method, arguments) -> method.getReturnType() == long.class ? 0L : null);
    }

    /** As a mock with deep stubs. */
    public static IdGenerator withBatch() {
        IdBatch batch = mock(IdBatch.class, (mock, method, arguments) -> 0L);
        return mock(
                IdGenerator.class,
                (mock, method, arguments) -> method.getReturnType() == long.class
                        ? (Object) 0L
                        : method.getReturnType() == IdBatch.class ? batch : null);
    }

    private static <T> T mock(Class<T> type, InvocationHandler answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
    }
}
