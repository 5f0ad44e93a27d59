/** Builds SQL for each kind of database, opens sessions on a server, and interprets the server's failures. */
@NullMarked
package io.snowflakeid.merge.sql;

import org.jspecify.annotations.NullMarked;
