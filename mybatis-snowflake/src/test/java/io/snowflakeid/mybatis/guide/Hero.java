package io.snowflakeid.mybatis.guide;

import io.snowflakeid.mybatis.SnowflakeId;

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

    public void setName(String name) {
        this.name = name;
    }
}
