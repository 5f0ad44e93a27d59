/** The content of a plan, as records and as a file. */
@NullMarked
package io.snowflakeid.merge.plan;

import org.jspecify.annotations.NullMarked;
