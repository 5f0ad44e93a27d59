/** SQL for each kind of database, sessions on a server, and the meaning of a server's failures. */
@NullMarked
package io.snowflakeid.merge.sql;

import org.jspecify.annotations.NullMarked;
