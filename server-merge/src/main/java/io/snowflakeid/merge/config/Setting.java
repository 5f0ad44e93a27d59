package io.snowflakeid.merge.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** A key of {@code merge.yaml}: a component of a record, of which {@link Key} says more. */
record Setting(RecordComponent component, Key key) {

    private record Plain(@Key int component) {}

    private static final Properties TEXTS = texts();

    /** Says nothing special. */
    private static final Key PLAIN = Plain.class.getRecordComponents()[0].getAnnotation(Key.class);

    private static Properties texts() {
        Properties texts = new Properties();
        try (InputStream in = Setting.class.getResourceAsStream("keys.properties")) {
            texts.load(Objects.requireNonNull(in, "keys.properties is not in the jar: build it again"));
        } catch (IOException e) {
            throw new UncheckedIOException("keys.properties cannot be read from the jar", e);
        }
        return texts;
    }

    /** What to write in place of a setting that earlier versions had, or that other programs have; by section and word. */
    static @Nullable String removed(String section, String word) {
        return TEXTS.getProperty("removed." + section + "." + word);
    }

    /** Those of a record, in the order of its components. */
    static List<Setting> of(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .filter(component -> component.getType() != ConfigLines.class)
                .map(component ->
                        new Setting(component, Objects.requireNonNullElse(component.getAnnotation(Key.class), PLAIN)))
                .toList();
    }

    /** Whether a record is written as a mapping; a few may also be written as a text. */
    static boolean isMapping(Class<?> type) {
        return type.isRecord()
                && Arrays.stream(type.getRecordComponents())
                        .anyMatch(component -> component.isAnnotationPresent(Key.class));
    }

    static Class<?> raw(Type type) {
        return (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
    }

    /** What an editor shows for it. */
    String text() {
        String text = component.getDeclaringRecord().getSimpleName() + "." + component.getName();
        return Objects.requireNonNull(TEXTS.getProperty(text), () -> text + " is not in keys.properties");
    }

    String name() {
        return key.name().isEmpty()
                ? component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT)
                : key.name();
    }

    Type type() {
        return component.getGenericType();
    }

    boolean required() {
        return !key.missing().isEmpty();
    }

    /** What is read where the key is absent, or its value wrong; null for none. */
    @Nullable
    Object otherwise() {
        Class<?> type = component.getType();
        if (type == List.class) {
            return List.of();
        }
        // a section that may be absent is read like an empty one
        if (type == Map.class || (isMapping(type) && !required())) {
            return Map.of();
        }
        boolean text = !key.otherwise().isEmpty() || (required() && type == String.class);
        return text ? key.otherwise() : null;
    }
}
