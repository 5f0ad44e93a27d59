package io.snowflakeid.spring.boot.contract.datajdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;
import org.springframework.data.jdbc.repository.config.EnableJdbcRepositories;
import org.springframework.data.relational.core.mapping.Embedded;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.data.repository.ListCrudRepository;

/** Aggregates of all shapes in Spring Data JDBC. */
@SpringBootApplication
@EnableJdbcRepositories(considerNestedRepositories = true)
public class DataJdbcApplication {

    /** An immutable root, which is copied to set its id. */
    @Table
    public record Player(
            @Id @io.snowflakeid.mybatis.SnowflakeId Long id, String name) {}

    public interface Players extends ListCrudRepository<Player, Long> {}

    /** A mutable root with a primitive id and rows inside it, with Hibernate's annotation. */
    @Table
    public static class Guild {
        @Id
        @io.snowflakeid.hibernate.SnowflakeId
        long id;

        final String name;
        List<Member> members = new ArrayList<>();
        Set<Banner> banners;
        Map<String, Office> offices;

        public Guild(String name) {
            this.name = name;
        }
    }

    public record Member(
            @Id @io.snowflakeid.mybatis.SnowflakeId Long id, String name) {}

    public record Office(
            @Id @io.snowflakeid.mybatis.SnowflakeId Long id, String holder) {}

    /** Has a single row, in a table or embedded, and a version that marks new rows. */
    @Table
    public record Coach(
            @Id @io.snowflakeid.mybatis.SnowflakeId Long id,
            Member deputy,
            @Embedded(onEmpty = Embedded.OnEmpty.USE_EMPTY) Kit kit,
            @Version Integer version) {}

    public record Kit(String color, Office washer) {}

    /** Mutable, with a hash code from its id. */
    public static class Banner {
        @Id
        @io.snowflakeid.mybatis.SnowflakeId
        Long id;

        String color;

        public Banner(String color) {
            this.color = color;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Banner banner && java.util.Objects.equals(banner.id, id);
        }

        @Override
        public int hashCode() {
            return java.util.Objects.hashCode(id);
        }
    }

    /** Ids as text, and a version that marks new rows. */
    @Table
    public record Ticket(
            @Id @io.snowflakeid.mybatis.SnowflakeId(format = "base62-fixed")
            String id,

            @Version Integer version) {}

    public record ByGene(
            @Id @io.snowflakeid.mybatis.SnowflakeId(geneFrom = "user")
            Long id,

            long user) {}

    public record Numbered(
            @Id Long id, @io.snowflakeid.mybatis.SnowflakeId Long number) {}
}
