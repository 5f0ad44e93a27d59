package com.example.heroes;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.jdbc.core.JdbcTemplate;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class HeroesApplicationTest {

    private static final Pattern HERO = Pattern.compile("\\{\"id\":\"(\\d{16,19})\",\"name\":\"Ayla\"}");

    @Value("${local.server.port}")
    private int port;

    @Autowired
    private JdbcTemplate database;

    @Test
    void aNewHeroIsReturnedWithTheIdOfItsRowAsText() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/heroes"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"name\":\"Ayla\"}"))
                .build();

        String hero = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();

        Matcher parts = HERO.matcher(hero);
        assertThat(parts.matches()).as(hero).isTrue();
        long id = Long.parseLong(parts.group(1));
        assertThat(database.queryForObject("SELECT name FROM hero WHERE id = ?", String.class, id)).isEqualTo("Ayla");
        System.out.println("inserted " + hero);
    }
}
