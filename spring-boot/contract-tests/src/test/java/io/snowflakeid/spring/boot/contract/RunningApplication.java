package io.snowflakeid.spring.boot.contract;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.web.client.RestClient;

/** An application with a web server on a free port and a separate H2 database, and a client for it. */
public final class RunningApplication implements AutoCloseable {

    /** An application without classes of its own. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    public static class Plain {}

    /** MyBatis-Plus is excluded unless a test needs it, as MyBatis's own starter is on the class path too. */
    private static final String MYBATIS_PLUS = "com.baomidou.mybatisplus.autoconfigure.MybatisPlusAutoConfiguration";

    /** The setting of an application with JPA. */
    public static final String WITH_JPA = "spring.autoconfigure.exclude=" + MYBATIS_PLUS;

    /** The setting of an application without JPA, which starts faster. */
    static final String WITHOUT_JPA = WITH_JPA
            + ",org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration"
            + ",org.springframework.boot.autoconfigure.data.jpa.JpaRepositoriesAutoConfiguration"
            + ",org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration"
            + ",org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration";

    private final ConfigurableApplicationContext context;

    private RunningApplication(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Starts the application as {@code main} would, without JPA unless the properties contain {@link #WITH_JPA}. */
    public static RunningApplication start(Class<?> application, String... properties) {
        return start(List.of(application), properties);
    }

    /** Starts an application with further classes of a test. */
    public static RunningApplication start(List<Class<?>> sources, String... properties) {
        return new RunningApplication(new SpringApplicationBuilder(sources.toArray(Class<?>[]::new))
                .properties("server.port=0", "spring.main.banner-mode=off", "spring.flyway.enabled=false", WITHOUT_JPA)
                .properties("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1")
                .run(Stream.of(properties).map("--"::concat).toArray(String[]::new)));
    }

    public ConfigurableApplicationContext context() {
        return context;
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
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
