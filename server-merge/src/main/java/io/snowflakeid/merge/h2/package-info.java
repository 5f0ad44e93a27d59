/** Supports H2 databases in demonstrations and fast tests. In H2, only an administrator can read the SQL definitions of database objects. */
@NullMarked
package io.snowflakeid.merge.h2;

import org.jspecify.annotations.NullMarked;
