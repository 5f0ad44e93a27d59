/** Reports about plan, run and verification, as JSON for programs and as an HTML page for people. */
@NullMarked
package io.snowflakeid.merge.report;

import org.jspecify.annotations.NullMarked;
