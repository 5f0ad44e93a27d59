package io.snowflakeid.mybatis.upserts;

import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.InsertProvider;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;

/** The same upserts in each of the ways to write a mapper. */
interface Upserts {

    String INSERT = "INSERT INTO hero (id, name, n) VALUES (#{hero.id}, #{hero.name}, 1)";
    String UPDATE = " ON DUPLICATE KEY UPDATE n = 9";

    void upsert(@Param("hero") Hero hero);

    /** Says that the id may be another. */
    void unchecked(@Param("hero") Hero hero);

    /** An upsert if {@code update} is true. */
    void sometimes(@Param("hero") Hero hero, @Param("update") boolean update);

    interface AnnotatedUpserts extends Upserts {
        @Override
        @Insert(INSERT + UPDATE)
        void upsert(@Param("hero") Hero hero);

        @Override
        @Insert(INSERT + UPDATE)
        @Options(keyColumn = SnowflakeInterceptor.UNCHECKED_ID)
        void unchecked(@Param("hero") Hero hero);

        @Override
        @Insert("<script>" + INSERT + "<if test='update'>" + UPDATE + "</if></script>")
        void sometimes(@Param("hero") Hero hero, @Param("update") boolean update);
    }

    interface ProvidedUpserts extends Upserts {
        @Override
        @InsertProvider(type = Texts.class, method = "upsert")
        void upsert(@Param("hero") Hero hero);

        @Override
        @InsertProvider(type = Texts.class, method = "upsert")
        @Options(keyColumn = SnowflakeInterceptor.UNCHECKED_ID)
        void unchecked(@Param("hero") Hero hero);

        @Override
        @InsertProvider(type = Texts.class, method = "sometimes")
        void sometimes(@Param("hero") Hero hero, @Param("update") boolean update);
    }

    final class Texts {
        private Texts() {}

        public static String upsert() {
            return INSERT + UPDATE;
        }

        public static String sometimes(@Param("update") boolean update) {
            return update ? INSERT + UPDATE : INSERT;
        }
    }
}
