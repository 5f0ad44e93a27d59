/** The databases of a run, provided by the user or embedded, and the tables that it creates and drops. */
@NullMarked
package io.snowflakeid.demo.databases;

import org.jspecify.annotations.NullMarked;
