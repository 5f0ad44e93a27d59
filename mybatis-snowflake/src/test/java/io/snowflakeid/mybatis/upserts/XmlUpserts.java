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

    /** Says that the id may be another. */
    void unchecked(@Param("hero") Hero hero);

    /** Fills {@code n} before, with 9. */
    void besideSelectKey(Counted hero);
}
