package io.snowflakeid.mybatis.upserts;

import io.snowflakeid.mybatis.Rows.Hero;

/** Its statements are in XmlUpserts.xml. */
interface XmlUpserts extends Upserts {

    final class Counted extends Hero {
        Integer n;

        Counted(String name) {
            super(name);
        }
    }

    /** Fills {@code n} before, with 9. */
    void besideSelectKey(Counted hero);
}
