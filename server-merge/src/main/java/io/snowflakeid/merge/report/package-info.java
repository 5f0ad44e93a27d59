/** What was planned, done and verified, as JSON for machines and as one page for people. */
@NullMarked
package io.snowflakeid.merge.report;

import org.jspecify.annotations.NullMarked;
