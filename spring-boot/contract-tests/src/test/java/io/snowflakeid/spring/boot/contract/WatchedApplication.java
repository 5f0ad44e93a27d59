package io.snowflakeid.spring.boot.contract;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.FixedWorkerLedger;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.yaml.snakeyaml.Yaml;

/** An application that is watched over HTTP. */
final class WatchedApplication implements AutoCloseable {

    private static final String[] SETTINGS = {
        "snowflake.ledger.data-source=dataSource",
        "snowflake.ledger.scope=shared",
        "spring.config.import=classpath:operations/monitoring.properties",
    };

    private final RunningApplication application;

    private WatchedApplication(RunningApplication application) {
        this.application = application;
    }

    /** One with a ledger in its database, and a further generator, mails, of its own. */
    static WatchedApplication start(String... settings) {
        return new WatchedApplication(RunningApplication.startWithoutJpa(
                Plain.class,
                Stream.concat(Arrays.stream(SETTINGS), Arrays.stream(settings)).toArray(String[]::new)));
    }

    RunningApplication application() {
        return application;
    }

    SnowflakeIdGenerator ids() {
        return application.context().getBean("snowflakeIdGenerator", SnowflakeIdGenerator.class);
    }

    /** What {@code /actuator/PATH} answers. */
    HttpResponse<String> ask(String path) throws IOException, InterruptedException {
        Environment environment = application.context().getEnvironment();
        String port =
                environment.getProperty("local.management.port", environment.getRequiredProperty("local.server.port"));
        URI address = URI.create("http://localhost:" + port + "/actuator/" + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** A part of an answer: JSON is YAML. */
    static Object part(HttpResponse<String> answer, Object... path) {
        Object part = new Yaml().load(answer.body());
        for (Object step : path) {
            part = part instanceof List<?> list ? list.get((Integer) step) : ((Map<?, ?>) part).get(step);
        }
        return part;
    }

    @Override
    public void close() {
        application.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(IdAdministration.class)
    static class Plain {

        @Bean(defaultCandidate = false)
        SnowflakeIdGenerator mails() {
            return SnowflakeIdGenerator.on(
                    FixedWorkerLedger.of(SnowflakeLayout.KUBERNETES, 3).inNamespace("mails-" + UUID.randomUUID()));
        }
    }
}
