/** Which values must be unique, and what becomes of those that clash. */
@NullMarked
package io.snowflakeid.merge.planning.names;

import org.jspecify.annotations.NullMarked;
