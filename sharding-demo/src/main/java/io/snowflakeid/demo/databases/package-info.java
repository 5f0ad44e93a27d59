/** The databases of a run, which are embedded or the user's, and the tables that the run creates and drops. */
@NullMarked
package io.snowflakeid.demo.databases;

import org.jspecify.annotations.NullMarked;
