package io.snowflakeid.spring.boot.contract.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeRef;
import io.snowflakeid.spring.boot.contract.RunningApplication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

class JsonModesTest {

    private static final long BEYOND_JAVASCRIPT = 2123748188476166151L;

    record View(@SnowflakeRef long marked, long small, long large) {}

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                    annotated;   {"marked":"7","small":8,"large":2123748188476166151}
                    all-longs;   {"marked":"7","small":"8","large":"2123748188476166151"}
                    off;         {"marked":7,"small":8,"large":2123748188476166151}
                    """)
    void theSettingSaysWhichLongsAreText(String mode, String json) {
        try (RunningApplication application =
                RunningApplication.start(JsonApplication.class, "snowflake.json=" + mode)) {
            assertThat(application.get("/view")).isEqualTo(json);
        }
    }

    @Test
    void switchedOffNoLongIsText() {
        try (RunningApplication application =
                RunningApplication.start(JsonApplication.class, "snowflake.enabled=false")) {
            assertThat(application.get("/view")).isEqualTo("{\"marked\":7,\"small\":8,\"large\":2123748188476166151}");
        }
    }

    @RestController
    static class ViewController {

        @GetMapping("/view")
        View view() {
            return new View(7, 8, BEYOND_JAVASCRIPT);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class JsonApplication {

        @Bean
        IdGenerator ids() {
            return CountingIdGenerator.from(1);
        }

        @Bean
        ViewController viewController() {
            return new ViewController();
        }
    }
}
