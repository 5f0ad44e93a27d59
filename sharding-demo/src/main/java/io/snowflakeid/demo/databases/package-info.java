/** The user's or embedded databases of a run, and the tables that the run creates and drops. */
@NullMarked
package io.snowflakeid.demo.databases;

import org.jspecify.annotations.NullMarked;
