package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.testing.MockedIds;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CheckedGeneratorTest {

    private final IdGenerator mocked = IdGenerator.checked(MockedIds.withoutBatch());

    @Test
    void whatAMockReturnsIsAnErrorThatNamesWhatTestsTake() {
        assertRefused(mocked::nextId, "returned 0 in place of an id, which is positive");
        assertRefused(() -> mocked.nextId(5), "returned 0 in place of an id, which is positive");
        assertRefused(() -> mocked.reserve(2), "returned null in place of reserved ids");
        assertRefused(mocked::layout, "returned null in place of a layout");
    }

    @Test
    void anIdOfABatchIsLookedAtToo() {
        IdBatch batch = IdGenerator.checked(MockedIds.withBatch()).reserve(2);
        assertRefused(batch::next, "returned 0 in place of an id");
        assertRefused(() -> batch.next(5), "returned 0 in place of an id");
    }

    private static void assertRefused(ThrowingCallable call, String reason) {
        assertThatThrownBy(call)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(reason, "replace a mock by CountingIdGenerator.from(1001)");
    }

    @Test
    void whatIsRightPasses() {
        SnowflakeLayout layout = SnowflakeLayout.DEFAULT.withGene(4);
        IdGenerator ids = IdGenerator.checked(CountingIdGenerator.from(layout, 1));
        IdBatch batch = ids.reserve(2);
        assertThat(batch.next()).isEqualTo(16);
        assertThat(batch.next(3)).isEqualTo(35);
        assertThat(batch.remaining()).isZero();
        assertThat(ids.nextId()).isEqualTo(48);
        assertThat(ids.nextId(3)).isEqualTo(67);
        assertThat(ids.layout()).isEqualTo(layout);
    }
}
