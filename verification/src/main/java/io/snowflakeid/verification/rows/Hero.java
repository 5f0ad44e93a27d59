package io.snowflakeid.verification.rows;

import jakarta.persistence.MappedSuperclass;

/** The columns of a row except for its id. */
@MappedSuperclass
abstract class Hero {

    private String name = "Ann of the hill";
    private int level = 3;
    private long gold = 1_200_000;

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public int getLevel() {
        return level;
    }

    public void setLevel(int level) {
        this.level = level;
    }

    public long getGold() {
        return gold;
    }

    public void setGold(long gold) {
        this.gold = gold;
    }
}
