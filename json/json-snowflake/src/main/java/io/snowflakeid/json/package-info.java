/** Contains the common code for Jackson 2 and Jackson 3. Applications use only {@link io.snowflakeid.json.TextFor} from this package. */
@NullMarked
package io.snowflakeid.json;

import org.jspecify.annotations.NullMarked;
