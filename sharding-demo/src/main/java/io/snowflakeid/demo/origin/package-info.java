/** Which generators could have made the ids of a table, and where ours would start above them. Databases are only read. */
@NullMarked
package io.snowflakeid.demo.origin;

import org.jspecify.annotations.NullMarked;
