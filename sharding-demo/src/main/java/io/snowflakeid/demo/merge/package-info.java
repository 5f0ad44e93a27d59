/** Three game servers, each with its own database, become one: by a plain copy, with ids of three kinds. */
@NullMarked
package io.snowflakeid.demo.merge;

import org.jspecify.annotations.NullMarked;
