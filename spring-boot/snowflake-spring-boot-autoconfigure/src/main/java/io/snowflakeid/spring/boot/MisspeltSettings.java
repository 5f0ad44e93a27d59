package io.snowflakeid.spring.boot;

import io.snowflakeid.ApplicationLog;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/** Names that are nearly ours. They may be another product's, so they are told, not refused, and their values are never shown. */
final class MisspeltSettings {

    private static final System.Logger LOG = ApplicationLog.of(MisspeltSettings.class);

    private MisspeltSettings() {}

    /** One warning about all of them. */
    static void warn(Environment environment) {
        Map<String, String> found = new TreeMap<>();
        KnownSettings.forEach(environment, (source, name) -> {
            String meant = KnownSettings.meantBy(name);
            if (meant != null) {
                Origin origin = SettingsInEffect.originOf(source, name);
                String place = origin == null ? "" : " (" + origin + ")";
                found.putIfAbsent(name.toString(), name + place + ", did you mean " + meant + "?");
            }
        });
        if (!found.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "there are no such settings, so these have no effect: " + String.join(" ", found.values())
                            + " Correct the names, or leave them alone if they are another product's.");
        }
    }
}
