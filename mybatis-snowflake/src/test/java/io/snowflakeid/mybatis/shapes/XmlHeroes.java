package io.snowflakeid.mybatis.shapes;

/** Its statements are in XmlHeroes.xml. */
public interface XmlHeroes extends Heroes {}
