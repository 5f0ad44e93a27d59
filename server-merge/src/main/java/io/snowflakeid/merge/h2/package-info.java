/** H2 as a server, for the demo and fast tests. The user needs the rights of an administrator, to read how objects are created. */
@NullMarked
package io.snowflakeid.merge.h2;

import org.jspecify.annotations.NullMarked;
