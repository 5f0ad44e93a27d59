/** What our command lines share: exit codes, failures, progress, databases, and text from outside that is made visible where it leaves. */
@NullMarked
package io.snowflakeid.commandline;

import org.jspecify.annotations.NullMarked;
