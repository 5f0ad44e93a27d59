package io.snowflakeid.spring.boot.contract.datajdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Banner;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.ByGene;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Coach;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Guild;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Guilds;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Kit;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Member;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Numbered;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Office;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Player;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Players;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Ticket;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication.Tickets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.jdbc.core.JdbcAggregateOperations;
import org.springframework.data.mapping.MappingException;
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

    private ConfigurableApplicationContext context;

    private void start() {
        context = new SpringApplicationBuilder(DataJdbcApplication.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--spring.main.banner-mode=off",
                        "--spring.flyway.enabled=false",
                        "--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                        "--snowflake.worker=7");
        JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
        TABLES.forEach(jdbc::execute);
    }

    @AfterEach
    void stop() {
        if (context != null) {
            context.close();
        }
    }

    @Test
    void aRecordIsInsertedWithANewIdAndUpdatedUnderIt() {
        start();
        Players players = context.getBean(Players.class);

        Player saved = players.save(new Player(null, "Ayla"));
        players.save(new Player(saved.id(), "Bela"));

        assertThat(workerOf(saved.id())).isEqualTo(7);
        context.getBean(JdbcAggregateOperations.class).insert(new Player(5L, "Cara"));
        assertThat(players.findAll()).containsExactlyInAnyOrder(new Player(saved.id(), "Bela"), new Player(5L, "Cara"));
    }

    @Test
    void aZeroInALongIsRefusedAsSpringDataWouldUpdate() {
        start();
        assertThatThrownBy(() -> context.getBean(Players.class).save(new Player(0L, "Ayla")))
                .isInstanceOf(MappingException.class)
                .hasMessage(
                        "cannot generate Player.id: it is 0, which Spring Data takes for the id of a row that exists;"
                                + " leave a Long null");
    }

    @Test
    void rowsInsideAnAggregateGetIdsAndKeepThem() {
        start();
        Guilds guilds = context.getBean(Guilds.class);
        Guild guild = new Guild("Foxes");
        guild.members = List.of(new Member(null, "Ayla"), new Member(9L, "Bela"));
        guild.banners = new HashSet<>(Set.of(new Banner("red")));
        guild.offices = Map.of("treasurer", new Office(null, "Cara"));

        guilds.save(guild);

        Guild found = guilds.findById(guild.id).orElseThrow();
        Banner banner = guild.banners.iterator().next();
        assertThat(workerOf(guild.id)).isEqualTo(7);
        assertThat(guild.members).extracting(Member::name).containsExactly("Ayla", "Bela");
        assertThat(guild.members.get(1).id()).isEqualTo(9);
        assertThat(found.members).isEqualTo(guild.members);
        assertThat(guild.banners).contains(banner);
        assertThat(found.banners).containsExactly(banner);
        assertThat(found.offices).isEqualTo(guild.offices);

        guilds.save(found);

        assertThat(guilds.findById(guild.id).orElseThrow().members).isEqualTo(guild.members);
    }

    @Test
    void aSingleRowInsideAnAggregateGetsItsIdEmbeddedOrNot() {
        start();
        JdbcAggregateOperations aggregates = context.getBean(JdbcAggregateOperations.class);

        Coach saved = aggregates.save(
                new Coach(0L, new Member(null, "Ayla"), new Kit("red", new Office(null, "Bela")), null));

        assertThat(List.of(saved.id(), saved.deputy().id(), saved.kit().washer().id()))
                .doesNotHaveDuplicates()
                .allSatisfy(id -> assertThat(workerOf(id)).isEqualTo(7));
        assertThat(aggregates.findAll(Coach.class)).containsExactly(saved);
    }

    @Test
    void aTextTakesTheIdInItsFormat() {
        start();
        Tickets tickets = context.getBean(Tickets.class);

        Ticket ticket = tickets.save(new Ticket(null, null));

        assertThat(workerOf(IdFormat.of("base62-fixed").parse(ticket.id()))).isEqualTo(7);
        assertThat(tickets.findAll()).containsExactly(ticket);
    }

    @Test
    void whatCannotBeMadeIsRefusedByName() {
        start();
        JdbcAggregateOperations aggregates = context.getBean(JdbcAggregateOperations.class);

        assertThatThrownBy(() -> aggregates.insert(new ByGene(null, 4)))
                .isInstanceOf(MappingException.class)
                .hasMessage(
                        "cannot generate ByGene.id: geneFrom = \"user\" is not followed with Spring Data JDBC; set the"
                                + " id before the save, to IdGenerator.nextId(gene)");
        assertThatThrownBy(() -> aggregates.insert(new Numbered(4L, null)))
                .isInstanceOf(MappingException.class)
                .hasMessage("cannot generate Numbered.number: with Spring Data JDBC only an @Id is given its id; set it"
                        + " before the save");
    }

    private long workerOf(long id) {
        return context.getBean(SnowflakeIdGenerator.class).layout().decode(id).worker();
    }
}
