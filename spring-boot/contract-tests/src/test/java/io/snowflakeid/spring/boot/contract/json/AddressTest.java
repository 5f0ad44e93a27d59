package io.snowflakeid.spring.boot.contract.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.spring.boot.contract.RunningApplication;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.client.HttpClientErrorException;

/** What Spring takes for an id in an address, and how another text form is read there. */
class AddressTest {

    private static final String ID = "2123748188476166151";

    @Test
    void idsInAddressesAreReadFromTheirDigits() {
        try (RunningApplication application = RunningApplication.start(AddressApplication.class)) {
            // what Spring takes, and what it reads
            Map.of(ID, ID, "-7", "-7", "007", "7", "+7", "7", " 7", "7", "0x1F", "31")
                    .forEach((text, id) -> {
                        assertThat(application.get("/heroes/" + text)).isEqualTo("{\"id\":\"" + id + "\"}");
                        assertThat(application.get("/heroes?id=" + text)).isEqualTo("{\"id\":\"" + id + "\"}");
                    });
            List.of("12a", "7.0", "1e3", "9223372036854775808", "2Wsmvoh3qdj").forEach(text -> {
                assertRefused(application, "/heroes/" + text);
                assertRefused(application, "/heroes?id=" + text);
            });
            assertRefused(application, "/heroes?id=");
            assertRefused(application, "/heroes");

            assertThat(application.get("/h/2Wsmvoh3qdj")).isEqualTo("{\"id\":\"" + ID + "\"}");
            List.of("02Wsmvoh3qdj", "2Wsmvoh-qdj", "2Wsmvoh3qdjj")
                    .forEach(text -> assertRefused(application, "/h/" + text));
        }
    }

    private static void assertRefused(RunningApplication application, String address) {
        assertThatThrownBy(() -> application.get(address))
                .as(address)
                .isInstanceOf(HttpClientErrorException.BadRequest.class);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(HeroAddresses.class)
    static class AddressApplication {

        @Bean
        IdGenerator ids() {
            return CountingIdGenerator.from(1);
        }
    }
}
