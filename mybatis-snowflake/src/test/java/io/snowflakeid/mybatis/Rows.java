package io.snowflakeid.mybatis;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Simple rows without getters and setters, for tests that do not depend on the class of a row. */
public final class Rows {

    /** The rows for {@link #ids}. */
    private final Map<String, Object> made = new TreeMap<>();

    private long preset;

    /** Rows with equal names are equal without ids, and hashCode fails; an adapter must call neither method. */
    public static class Hero {
        @SnowflakeId
        public Long id;

        public String name;

        public Hero() {
            this("Ann");
        }

        public Hero(String name) {
            this.name = name;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Hero hero && Objects.equals(id, hero.id) && name.equals(hero.name);
        }

        @Override
        public int hashCode() {
            return id.hashCode();
        }
    }

    /** Has a number that is not ours beside its id. */
    static class Ticket extends Hero {
        Long serial;
    }

    /** Has no column but its id. */
    public static class Guild {
        @SnowflakeId
        public Long id;

        static Guild stored(long id) {
            Guild guild = new Guild();
            guild.id = id;
            return guild;
        }
    }

    /** Does not have our annotation. */
    public static class Plain {
        public Long id;
        public String name;

        public Plain(String name) {
            this.name = name;
        }
    }

    record Immutable(@SnowflakeId Long id, String name) {}

    /** The component looks like a getter. */
    record Issue(@SnowflakeId Long issueId, String name) {}

    /** A wrapper without an id, with named rows. */
    record Team(Object heroes) {}

    /** A wrapper without an id, with one row. */
    static class Command {
        Object hero;

        Command(Object hero) {
            this.hero = hero;
        }
    }

    /** Rows that have their ids. */
    static Rows preset() {
        Rows rows = new Rows();
        rows.preset = 1;
        return rows;
    }

    public Rows() {}

    private Long nextPreset() {
        return preset == 0 ? null : (Long) preset++;
    }

    Hero hero(String name) {
        Hero hero = new Hero(name);
        hero.id = nextPreset();
        made.put(name, hero);
        return hero;
    }

    Plain plain(String name) {
        Plain plain = new Plain(name);
        plain.id = nextPreset();
        made.put(name, plain);
        return plain;
    }

    Map<String, Object> map(String name) {
        Map<String, Object> map = new HashMap<>(Map.of("name", name));
        map.put("id", nextPreset());
        made.put(name, map);
        return map;
    }

    /** By name, the ids that the rows have. */
    Map<String, String> ids() {
        Map<String, String> ids = new TreeMap<>();
        made.forEach((name, row) -> ids.put(
                name,
                String.valueOf(
                        row instanceof Hero hero
                                ? hero.id
                                : row instanceof Plain plain ? plain.id : ((Map<?, ?>) row).get("id"))));
        return ids;
    }
}
