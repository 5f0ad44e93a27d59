package io.snowflakeid.column;

/**
 * How a database treats the texts of a column.
 *
 * @param capitalsDiffer whether a small letter and its capital are two texts
 * @param bytewise whether capitals sort before small letters, as their bytes do
 * @param padded whether texts come back with what a column of fixed length was filled up with
 */
record TextRules(boolean capitalsDiffer, boolean bytewise, boolean padded) {}
