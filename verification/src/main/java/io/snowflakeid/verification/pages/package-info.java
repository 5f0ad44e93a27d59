/** Results as pages that a reader sees on a terminal as well as in a browser. */
@NullMarked
package io.snowflakeid.verification.pages;

import org.jspecify.annotations.NullMarked;
