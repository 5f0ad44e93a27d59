package io.snowflakeid.mybatis.upserts;

import io.snowflakeid.mybatis.Rows.Hero;
import org.apache.ibatis.annotations.Param;

/** Its statements are in XmlUpserts.xml. */
interface XmlUpserts {

    final class Counted extends Hero {
        Integer n;

        Counted(String name) {
            super(name);
        }
    }

    /** Allows another id. */
    void unchecked(@Param("hero") Hero hero);

    /** Sets {@code n} to 9 first. */
    void besideSelectKey(Counted hero);
}
