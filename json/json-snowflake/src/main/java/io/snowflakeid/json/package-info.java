/** Common code of both Jackson modules. Applications use only {@link io.snowflakeid.json.TextFor} of this package. */
@NullMarked
package io.snowflakeid.json;

import org.jspecify.annotations.NullMarked;
