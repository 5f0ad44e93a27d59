/** The findings, results and exceptions of a merge, for all other packages. */
@NullMarked
package io.snowflakeid.merge.result;

import org.jspecify.annotations.NullMarked;
