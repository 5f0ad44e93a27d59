/** Where output leaves a command: text from outside is made visible here, and nowhere else. */
@NullMarked
package io.snowflakeid.merge.output;

import org.jspecify.annotations.NullMarked;
