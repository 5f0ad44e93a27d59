/** What will be done, and why: the plan, its findings, and the reading of the sources that it stands on. */
@NullMarked
package io.snowflakeid.merge.plan;

import org.jspecify.annotations.NullMarked;
