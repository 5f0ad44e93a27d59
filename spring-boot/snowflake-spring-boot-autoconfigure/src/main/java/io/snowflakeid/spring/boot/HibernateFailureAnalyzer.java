package io.snowflakeid.spring.boot;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hibernate.HibernateException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/**
 * Shows which attribute of an entity gets no ids, and why: above all one that asks for a generator which is not there, in the words of
 * {@code snowflake.*}.
 */
final class HibernateFailureAnalyzer extends AbstractFailureAnalyzer<HibernateException> {

    private static final Pattern UNKNOWN =
            Pattern.compile("cannot generate (\\S+): there is no generator '(.+)', known are \\[(.*)]: set .*");

    private static final Pattern UNNAMED =
            Pattern.compile("cannot generate (\\S+): @SnowflakeId has no source of ids: set .*");

    private static final Pattern REFUSED = Pattern.compile("cannot generate \\S+: .*", Pattern.DOTALL);

    private final Environment environment;

    HibernateFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, HibernateException cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            String message = String.valueOf(each.getMessage());
            Matcher unknown = UNKNOWN.matcher(message);
            if (unknown.matches()) {
                return unknown(unknown.group(1), unknown.group(2), names(unknown.group(3)), rootFailure);
            }
            Matcher unnamed = UNNAMED.matcher(message);
            if (unnamed.matches()) {
                return unnamed(unnamed.group(1), rootFailure);
            }
            if (REFUSED.matcher(message).matches()) {
                return analysis(
                        message + ".",
                        "Correct the entity as it says; docs/hibernate.md lists what is refused, and why.",
                        rootFailure);
            }
        }
        return null;
    }

    private static List<String> names(String listed) {
        return listed.isEmpty() ? List.of() : Arrays.asList(listed.split(", "));
    }

    private FailureAnalysis unknown(String attribute, String name, List<String> known, Throwable failure) {
        if (isOff()) {
            return off(attribute + " wants ids of generator '" + name + "'", name + ".", failure);
        }
        String nearest = nearest(name, known);
        return analysis(
                attribute + " wants ids of generator '" + name + "', and there is none of that name; there "
                        + (known.isEmpty() ? "are none with names." : "are " + String.join(", ", known) + "."),
                (nearest == null ? "" : "Did you mean '" + nearest + "'? ")
                        + "Correct the name in @GeneratedValue(generator = \"" + name
                        + "\"), or describe such a generator by"
                        + " snowflake.generators." + name + ".ledger.data-source and snowflake.generators." + name
                        + ".ledger.scope, or by snowflake.generators." + name + ".worker.",
                failure);
    }

    /** Names differ in capitals and dashes as easily as in letters. */
    private static @Nullable String nearest(String name, List<String> known) {
        Map<String, String> byUniformName = new TreeMap<>();
        known.forEach(each -> byUniformName.put(uniform(each), each));
        String nearest = Spelling.nearest(uniform(name), byUniformName.keySet());
        return nearest == null ? null : byUniformName.get(nearest);
    }

    private static String uniform(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
    }

    private FailureAnalysis unnamed(String attribute, Throwable failure) {
        if (isOff()) {
            return off(attribute + " wants ids", "", failure);
        }
        return analysis(
                attribute
                        + " wants ids of the generator without a name, and Hibernate was handed none: all that there are have names,"
                        + " or several IdGenerator beans are there and none is primary, or its settings are made by the application.",
                "Name a generator, @GeneratedValue(generator = \"NAME\"), or describe the one without a name by snowflake.* beside"
                        + " snowflake.generators.*, or mark one of the beans @Primary. For an EntityManagerFactory of your own, call"
                        + " HibernateSettings.addTo on its settings.",
                failure);
    }

    private boolean isOff() {
        return !environment.getProperty("snowflake.enabled", Boolean.class, true);
    }

    private FailureAnalysis off(String wish, String part, Throwable failure) {
        return analysis(
                wish + ", and snowflake.enabled=false: nothing of snowflake.* is set up.",
                "Remove snowflake.enabled=false. Or say to Hibernate itself where these ids come from, by"
                        + " spring.jpa.properties.hibernate.snowflake." + part
                        + "worker, or by .ledger and .ledger.scope in its place; docs/hibernate.md explains them.",
                failure);
    }

    private FailureAnalysis analysis(String description, String action, Throwable failure) {
        return new FailureAnalysis(description + "\n\n" + SettingsInEffect.of(environment), action, failure);
    }
}
