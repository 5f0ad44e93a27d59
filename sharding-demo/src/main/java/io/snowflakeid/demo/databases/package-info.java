/** The databases of a run: four of the user, or embedded ones; what was created in them, and how it goes again. */
@NullMarked
package io.snowflakeid.demo.databases;

import org.jspecify.annotations.NullMarked;
