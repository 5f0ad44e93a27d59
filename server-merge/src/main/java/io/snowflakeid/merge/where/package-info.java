/** Says where a row of a source is in the target, or why it is not there. */
@NullMarked
package io.snowflakeid.merge.where;

import org.jspecify.annotations.NullMarked;
