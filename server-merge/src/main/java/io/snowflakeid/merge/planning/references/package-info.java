/** Which columns refer to which rows: listed, declared, missing, and rows that refer to nothing. */
@NullMarked
package io.snowflakeid.merge.planning.references;

import org.jspecify.annotations.NullMarked;
