package io.snowflakeid.testing.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LookupTest {

    private final AtomicInteger searches = new AtomicInteger();

    @Test
    void searchesOnce() {
        Lookup<Integer> lookup = new Lookup<>(searches::incrementAndGet);

        assertThat(lookup.get()).isEqualTo(1);
        assertThat(lookup.get()).isEqualTo(1);
    }

    @Test
    void failsAgainWithoutAnotherSearch() {
        Lookup<Integer> lookup = new Lookup<>(() -> {
            throw new AssertionError("no server after " + searches.incrementAndGet() + " searches");
        });

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(lookup::get).isInstanceOf(AssertionError.class).hasMessage("no server after 1 searches");
        }
    }
}
