package io.snowflakeid.mybatis.shapes;

import io.snowflakeid.mybatis.SnowflakeId;
import java.util.Objects;

/** Two heroes of one name are equal before they have their ids, and their hashCode fails: an adapter must look at neither. */
public class Hero {

    @SnowflakeId
    private Long id;

    private String name;

    public Hero(String name) {
        this.name = name;
    }

    public Long getId() {
        return id;
    }

    public void setId(Long id) {
        this.id = id;
    }

    public String getName() {
        return name;
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
