package io.snowflakeid.spring.boot;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.IdSource;
import io.snowflakeid.hibernate.SnowflakeSettings;
import java.util.Locale;
import java.util.Map;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Adds the application's generators to Hibernate's settings. An entity without a generator name uses the primary generator bean. An {@link IdSource}
 * bean that is not the primary generator gets its bean name as the generator name. If Hibernate's settings already contain a worker or a ledger,
 * this class does not add the application's primary generator.
 */
public final class HibernateSettings {

    private static final String PREFIX = "hibernate.snowflake.";

    private final SnowflakeProperties.Hibernate properties;
    private final ObjectProvider<IdGenerator> unnamed;
    private final ListableBeanFactory beans;

    HibernateSettings(
            SnowflakeProperties.Hibernate properties, ObjectProvider<IdGenerator> unnamed, ListableBeanFactory beans) {
        this.properties = properties;
        this.unnamed = unnamed;
        this.beans = beans;
    }

    /** Adds the settings that are missing or empty. */
    public void addTo(Map<String, Object> settings) {
        settings.entrySet()
                .removeIf(setting -> setting.getKey().startsWith(PREFIX)
                        && setting.getValue() instanceof String text
                        && text.isBlank());
        if (properties.auto()) {
            settings.putIfAbsent(SnowflakeSettings.AUTO, "true");
        }
        settings.putIfAbsent(
                SnowflakeSettings.COLUMNS, properties.columns().name().toLowerCase(Locale.ROOT));
        IdGenerator own = unnamed.getIfUnique();
        if (own != null
                && !settings.containsKey(SnowflakeSettings.WORKER)
                && !settings.containsKey(SnowflakeSettings.LEDGER)) {
            settings.putIfAbsent(SnowflakeSettings.GENERATOR, own);
        }
        BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, IdSource.class, true, false)
                .forEach((name, ids) -> {
                    if (ids != own && isGeneratorName(name)) {
                        settings.putIfAbsent(SnowflakeSettings.GENERATOR + "." + name, ids);
                    }
                });
    }

    static boolean isGeneratorName(String bean) {
        return bean.matches("[A-Za-z0-9_-]+");
    }
}
