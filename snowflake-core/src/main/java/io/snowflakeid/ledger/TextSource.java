package io.snowflakeid.ledger;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A number that the operator wrote into an environment variable or a system property. */
final class TextSource extends WorkerSource {

    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]{1,18}");

    private final String kind;
    private final String name;
    private final Lookup lookup;

    private interface Lookup {
        @Nullable
        String value(Surroundings here, String name);
    }

    private TextSource(String kind, String name, Lookup lookup) {
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    "the " + kind + " that holds the number has no name: name it, for instance WORKER_ID");
        }
        this.kind = kind;
        this.name = name;
        this.lookup = lookup;
    }

    static TextSource ofEnvironment(String name) {
        return new TextSource("environment variable", name, Surroundings::environment);
    }

    static TextSource ofProperty(String name) {
        return new TextSource("system property", name, Surroundings::property);
    }

    @Override
    long numberFor(NumberField field, Surroundings here) {
        String value = lookup.value(here, name);
        if (value == null) {
            throw new IllegalArgumentException(this + " is not set: " + nextStep(field));
        }
        String text = value.trim(); // a value that was read from a file often ends in a line break
        if (!WHOLE_NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    this + " is '" + text + "', which is no whole number: " + nextStep(field));
        }
        return field.requireFits(Long.parseLong(text), this + " is " + text);
    }

    private static String nextStep(NumberField field) {
        return "set it to this process's own " + field.name() + " number, 0 to " + field.max() + " with layout "
                + field.layout().spec();
    }

    @Override
    public String toString() {
        return kind + " " + name;
    }
}
