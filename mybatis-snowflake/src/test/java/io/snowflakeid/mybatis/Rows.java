package io.snowflakeid.mybatis;

/** Rows of the plainest forms, without getters and setters, for tests to which the class of a row does not matter. */
public final class Rows {

    private Rows() {}

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
    }

    /** Has no column but its id. */
    public static class Guild {
        @SnowflakeId
        public Long id;
    }

    /** Does not bear our annotation. */
    public static class Plain {
        public Long id;
    }
}
