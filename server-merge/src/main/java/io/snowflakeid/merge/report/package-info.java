/** The report of plan, run and verification, as JSON for machines and as one page for people. */
@NullMarked
package io.snowflakeid.merge.report;

import org.jspecify.annotations.NullMarked;
