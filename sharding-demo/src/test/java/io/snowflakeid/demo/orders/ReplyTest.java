package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.demo.orders.Reply.Word;
import org.junit.jupiter.api.Test;

class ReplyTest {

    @Test
    void readsWhatItWrote() {
        Reply reply = new Reply(2, Word.FAILED, "java.sql.SQLException: no such table");

        assertThat(Reply.isReply(reply.line())).isTrue();
        assertThat(Reply.parse(2, reply.line())).isEqualTo(reply);
    }

    @Test
    void tellsRepliesFromOtherOutput() {
        assertThat(Reply.isReply("OpenJDK 64-Bit Server VM warning: something")).isFalse();
        assertThat(Reply.isReply("")).isFalse();
        assertThat(Reply.isReply("READYMADE 1")).isFalse();
    }
}
