package io.snowflakeid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BufferTest {

    /** What was given back is made by another process. */
    @Test
    void aClosedBufferHandsOutNothing() {
        Buffer buffer = new Buffer(new Range(7, 5, 2), 0);
        assertThat(buffer.take()).isEqualTo(7);
        assertThat(buffer.take(2)).isEqualTo(new Range(9, 2, 2));
        assertThat(buffer.close()).isEqualTo(new Range(13, 2, 2));
        assertThat(buffer.take()).isEqualTo(Buffer.NONE);
        assertThat(buffer.take(1)).isNull();
        assertThat(buffer.close().count()).isZero();
        assertThat(buffer.left()).isZero();
    }

    @Test
    void theLastPartOfABufferIsSmaller() {
        Buffer buffer = new Buffer(new Range(1, 3, 1), 0);
        assertThat(buffer.take(2)).isEqualTo(new Range(1, 2, 1));
        assertThat(buffer.take(2)).isEqualTo(new Range(3, 1, 1));
        assertThat(buffer.take(2)).isNull();
        assertThat(buffer.close().count()).isZero();
    }
}
