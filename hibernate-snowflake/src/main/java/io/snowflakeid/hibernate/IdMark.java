package io.snowflakeid.hibernate;

import org.hibernate.MappingException;

/** What an attribute asks of its generator: the attributes of {@link SnowflakeId}, and the generator's name in the settings. */
record IdMark(String geneFrom, String geneOf, String format, String generator) {

    static final String DEFAULT_FORMAT = "decimal";

    /** An id without gene, as decimal text if it is a text. */
    static IdMark plain(String generator) {
        return new IdMark("", "", DEFAULT_FORMAT, generator);
    }

    static IdMark of(SnowflakeId annotation, String generator) {
        return new IdMark(annotation.geneFrom(), annotation.geneOf(), annotation.format(), generator);
    }

    void requireOneGene(Attribute id) {
        if (!geneFrom.isEmpty() && !geneOf.isEmpty()) {
            throw new MappingException(id.cannotGenerate() + "@SnowflakeId has both geneFrom = \"" + geneFrom
                    + "\" and geneOf = \"" + geneOf + "\", but an id has one gene: remove one of them");
        }
    }
}
