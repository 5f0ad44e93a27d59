package io.snowflakeid.spring.boot.contract;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.web.client.RestClient;

/** An application with a web server on a free port and a separate H2 database, and a client for it. */
public final class RunningApplication implements AutoCloseable {

    /** Excluded unless a test needs it, as MyBatis's own starter is on the class path too. */
    private static final String MYBATIS_PLUS = "com.baomidou.mybatisplus.autoconfigure.MybatisPlusAutoConfiguration";

    /** Settings of an application without JPA, which starts faster. */
    static final String[] WITHOUT_JPA = {
        "spring.data.jpa.repositories.enabled=false",
        "spring.autoconfigure.exclude=" + MYBATIS_PLUS
                + ",org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration,"
                + "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration"
    };

    private final ConfigurableApplicationContext context;

    private RunningApplication(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Starts the application as {@code main} would. */
    public static RunningApplication start(Class<?> application, String... properties) {
        return start(List.of(application), properties);
    }

    static RunningApplication startWithoutJpa(Class<?> application, String... properties) {
        return start(
                List.of(application),
                Stream.of(properties, WITHOUT_JPA).flatMap(Arrays::stream).toArray(String[]::new));
    }

    /** Starts an application with further classes of a test. */
    public static RunningApplication start(List<Class<?>> sources, String... properties) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("server.port", "0");
        settings.put("spring.main.banner-mode", "off");
        settings.put("spring.flyway.enabled", "false");
        settings.put("spring.autoconfigure.exclude", MYBATIS_PLUS);
        settings.put("spring.datasource.url", "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        for (String property : properties) {
            int equals = property.indexOf('=');
            settings.put(property.substring(0, equals), property.substring(equals + 1));
        }
        String[] args = settings.entrySet().stream()
                .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new);
        return new RunningApplication(new SpringApplicationBuilder(sources.toArray(Class<?>[]::new)).run(args));
    }

    public ConfigurableApplicationContext context() {
        return context;
    }

    public String get(String path) {
        return client().get().uri(path).retrieve().body(String.class);
    }

    public String post(String path, String json) {
        return client().post()
                .uri(path)
                .contentType(MediaType.APPLICATION_JSON)
                .body(json)
                .retrieve()
                .body(String.class);
    }

    private RestClient client() {
        return RestClient.create("http://localhost:" + setting("local.server.port"));
    }

    private @Nullable String setting(String name) {
        return context.getEnvironment().getProperty(name);
    }

    /** The reply of {@code /actuator/PATH}, with any status. */
    HttpResponse<String> askActuator(String path) throws IOException, InterruptedException {
        String ownPort = setting("local.management.port");
        URI address = URI.create(
                "http://localhost:" + (ownPort == null ? setting("local.server.port") : ownPort) + "/actuator/" + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        context.close();
    }
}
