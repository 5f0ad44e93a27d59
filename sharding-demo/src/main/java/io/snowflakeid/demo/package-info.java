/** The demo's command line, the databases it runs on, and the classes that both scenarios share. */
@NullMarked
package io.snowflakeid.demo;

import org.jspecify.annotations.NullMarked;
