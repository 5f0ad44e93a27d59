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

/** Aggregates of all shapes that Spring Data JDBC knows. */
@SpringBootApplication
@EnableJdbcRepositories(considerNestedRepositories = true)
public class DataJdbcApplication {

    /** An immutable root, which takes its id as a copy. */
    @Table
    public record Player(
            @Id @io.snowflakeid.mybatis.SnowflakeId Long id, String name) {}

    public interface Players extends ListCrudRepository<Player, Long> {}

    /** A mutable root with a primitive id, and rows inside it, marked with the sister annotation. */
    @Table
    public static class Guild {
        @Id
        @io.snowflakeid.hibernate.SnowflakeId
        private long id;

        private final String name;
        private List<Member> members = new ArrayList<>();
        private Set<Banner> banners;
        private Map<String, Office> offices;

        public Guild(String name) {
            this.name = name;
        }

        public long getId() {
            return id;
        }

        public void setId(long id) {
            this.id = id;
        }

        public String getName() {
            return name;
        }

        public List<Member> getMembers() {
            return members;
        }

        public void setMembers(List<Member> members) {
            this.members = members;
        }

        public Set<Banner> getBanners() {
            return banners;
        }

        public void setBanners(Set<Banner> banners) {
            this.banners = banners;
        }

        public Map<String, Office> getOffices() {
            return offices;
        }

        public void setOffices(Map<String, Office> offices) {
            this.offices = offices;
        }
    }

    public interface Guilds extends ListCrudRepository<Guild, Long> {}

    public record Member(
            @Id @io.snowflakeid.mybatis.SnowflakeId Long id, String name) {}

    public record Office(
            @Id @io.snowflakeid.mybatis.SnowflakeId Long id, String holder) {}

    /** With a single row inside, next to it or embedded, and a version that says whether it is new. */
    @Table
    public record Coach(
            @Id @io.snowflakeid.mybatis.SnowflakeId Long id,
            Member deputy,
            @Embedded(onEmpty = Embedded.OnEmpty.USE_EMPTY) Kit kit,
            @Version Integer version) {}

    public record Kit(String color, Office washer) {}

    /** Mutable, and known by its id in sets. */
    public static class Banner {
        @Id
        @io.snowflakeid.mybatis.SnowflakeId
        private Long id;

        private String color;

        public Banner(String color) {
            this.color = color;
        }

        public Long getId() {
            return id;
        }

        public void setId(Long id) {
            this.id = id;
        }

        public String getColor() {
            return color;
        }

        public void setColor(String color) {
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

    /** Ids as text, and a version that says whether a row is new. */
    @Table
    public record Ticket(
            @Id @io.snowflakeid.mybatis.SnowflakeId(format = "base62-fixed")
            String id,

            @Version Integer version) {}

    public interface Tickets extends ListCrudRepository<Ticket, String> {}

    /** Without any mark. */
    @Table
    public record Plain(@Id Long id, String name) {}

    public interface Plains extends ListCrudRepository<Plain, Long> {}

    public record ByGene(
            @Id @io.snowflakeid.mybatis.SnowflakeId(geneFrom = "user")
            Long id,

            long user) {}

    public record Numbered(
            @Id Long id, @io.snowflakeid.mybatis.SnowflakeId Long number) {}
}
