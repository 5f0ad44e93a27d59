/** Supports H2 databases in demonstrations and fast tests. Only an administrator can read the definitions of objects on H2. */
@NullMarked
package io.snowflakeid.merge.h2;

import org.jspecify.annotations.NullMarked;
