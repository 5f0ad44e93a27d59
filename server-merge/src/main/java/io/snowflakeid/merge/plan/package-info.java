/** The plan of a merge, as Java records and as a file. */
@NullMarked
package io.snowflakeid.merge.plan;

import org.jspecify.annotations.NullMarked;
