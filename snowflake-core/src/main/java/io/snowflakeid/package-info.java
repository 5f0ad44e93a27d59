/** Contains the layout and the text formats of Snowflake ids, and the interfaces of generators and ledgers. */
@NullMarked
package io.snowflakeid;

import org.jspecify.annotations.NullMarked;
