/** Provides the databases of a demo run, and creates and drops tables. */
@NullMarked
package io.snowflakeid.demo.databases;

import org.jspecify.annotations.NullMarked;
