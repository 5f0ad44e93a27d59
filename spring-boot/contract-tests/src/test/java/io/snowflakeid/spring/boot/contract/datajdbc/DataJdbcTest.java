package io.snowflakeid.spring.boot.contract.datajdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.IdFormat;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.spring.boot.contract.RunningApplication;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Banner;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.ByGene;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Coach;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Guild;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Kit;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Member;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Numbered;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Office;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Player;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Players;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Ticket;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.data.jdbc.core.JdbcAggregateOperations;
import org.springframework.data.mapping.MappingException;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/** Ids of aggregates of Spring Data JDBC. */
class DataJdbcTest {

    private static final List<String> TABLES = List.of(
            "create table player (id bigint primary key, name varchar(100))",
            "create table ticket (id varchar(11) primary key, version int)",
            "create table guild (id bigint primary key, name varchar(100))",
            "create table member (id bigint primary key, guild bigint, coach bigint, guild_key varchar(100), name varchar(100))",
            "create table office (id bigint primary key, guild bigint, coach bigint, guild_key varchar(100), holder varchar(100))",
            "create table coach (id bigint primary key, color varchar(100), version int)",
            "create table banner (id bigint primary key, guild bigint, color varchar(100))");

    private static RunningApplication application;

    static class OwnIds implements BeforeConvertCallback<Banner> {

        @Override
        public Banner onBeforeConvert(Banner banner) {
            banner.id = banner.id == null ? 5L : banner.id;
            return banner;
        }
    }

    @BeforeAll
    static void start() {
        application = RunningApplication.start(
                List.of(DataJdbcApplication.class, OwnIds.class),
                "spring.main.web-application-type=none",
                "snowflake.worker=7");
        TABLES.forEach(bean(JdbcTemplate.class)::execute);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static <T> T bean(Class<T> type) {
        return application.bean(type);
    }

    @Test
    void aRecordIsInsertedWithANewIdAndUpdatedUnderIt() {
        Players players = bean(Players.class);

        Player saved = players.save(new Player(null, "Ayla"));
        players.save(new Player(saved.id(), "Bela"));

        assertThat(workerOf(saved.id())).isEqualTo(7);
        bean(JdbcAggregateOperations.class).insert(new Player(5L, "Cara"));
        assertThat(players.findAll()).containsExactlyInAnyOrder(new Player(saved.id(), "Bela"), new Player(5L, "Cara"));
    }

    @Test
    void aCallbackOfTheApplicationGoesBeforeOurs() {
        assertThat(bean(JdbcAggregateOperations.class).save(new Banner("red")).id)
                .isEqualTo(5);
    }

    @Test
    void rowsInsideAnAggregateGetIdsAndKeepThem() {
        JdbcAggregateOperations guilds = bean(JdbcAggregateOperations.class);
        Guild guild = new Guild("Foxes");
        guild.members = List.of(new Member(null, "Ayla"), new Member(9L, "Bela"));
        guild.banners = new HashSet<>(Set.of(new Banner("red")));
        guild.offices = Map.of("treasurer", new Office(null, "Cara"));

        guilds.save(guild);

        Guild found = guilds.findById(guild.id, Guild.class);
        Banner banner = guild.banners.iterator().next();
        assertThat(workerOf(guild.id)).isEqualTo(7);
        assertThat(guild.members).extracting(Member::name).containsExactly("Ayla", "Bela");
        assertThat(guild.members.get(1).id()).isEqualTo(9);
        assertThat(found.members).isEqualTo(guild.members);
        assertThat(guild.banners).contains(banner);
        assertThat(found.banners).containsExactly(banner);
        assertThat(found.offices).isEqualTo(guild.offices);

        guilds.save(found);

        assertThat(guilds.findById(guild.id, Guild.class).members).isEqualTo(guild.members);
    }

    @Test
    void aSingleRowInsideAnAggregateGetsItsIdEmbeddedOrNot() {
        JdbcAggregateOperations aggregates = bean(JdbcAggregateOperations.class);

        Coach saved = aggregates.save(
                new Coach(0L, new Member(null, "Ayla"), new Kit("red", new Office(null, "Bela")), null));

        assertThat(List.of(saved.id(), saved.deputy().id(), saved.kit().washer().id()))
                .doesNotHaveDuplicates()
                .allSatisfy(id -> assertThat(workerOf(id)).isEqualTo(7));
        assertThat(aggregates.findAll(Coach.class)).containsExactly(saved);
    }

    @Test
    void aTextTakesTheIdInItsFormat() {
        JdbcAggregateOperations tickets = bean(JdbcAggregateOperations.class);

        Ticket ticket = tickets.save(new Ticket(null, null));

        assertThat(workerOf(IdFormat.of("base62-fixed").parse(ticket.id()))).isEqualTo(7);
        assertThat(tickets.findAll(Ticket.class)).containsExactly(ticket);
    }

    @Test
    void whatCannotBeMadeIsRefusedByName() {
        assertRefused(
                new ByGene(null, 4),
                "ByGene.id: geneFrom = \"user\" is not supported with Spring Data JDBC; set the"
                        + " id before the save, to IdGenerator.nextId(gene)");
        assertRefused(
                new Numbered(4L, null),
                "Numbered.number: Spring Data JDBC generates only an @Id; set this property" + " before the save");
        assertRefused(
                new Player(0L, "Ayla"),
                "Player.id: it is 0, which Spring Data treats as the id of an existing row;" + " leave a Long null");
    }

    private static void assertRefused(Object aggregate, String reason) {
        assertThatThrownBy(() -> bean(JdbcAggregateOperations.class).save(aggregate))
                .isInstanceOf(MappingException.class)
                .hasMessage("cannot generate " + reason);
    }

    private static long workerOf(long id) {
        return bean(SnowflakeIdGenerator.class).layout().decode(id).worker();
    }
}
