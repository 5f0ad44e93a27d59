/** What a run found, as JSON for machines and as one page for people. */
@NullMarked
package io.snowflakeid.demo.report;

import org.jspecify.annotations.NullMarked;
