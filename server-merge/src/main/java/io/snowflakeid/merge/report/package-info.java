/** Writes reports about a merge as JSON and as an HTML page. */
@NullMarked
package io.snowflakeid.merge.report;

import org.jspecify.annotations.NullMarked;
