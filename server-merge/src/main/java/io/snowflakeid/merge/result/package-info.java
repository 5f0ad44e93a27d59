/** The findings, results and exceptions of a merge. */
@NullMarked
package io.snowflakeid.merge.result;

import org.jspecify.annotations.NullMarked;
