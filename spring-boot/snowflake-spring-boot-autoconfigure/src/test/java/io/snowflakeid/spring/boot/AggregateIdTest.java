package io.snowflakeid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.mapping.Sequence;

class AggregateIdTest {

    private final RelationalMappingContext mappings = new RelationalMappingContext();

    private int found(Class<?> aggregate) {
        return AggregateId.of(mappings.getRequiredPersistentEntity(aggregate), true)
                .size();
    }

    @Test
    void whereAllIdsAreWantedThoseOfASequenceAreLeftAlone() {
        assertThat(found(Plain.class)).isOne();
        assertThat(found(Counted.class)).isZero();
    }

    record Plain(@Id Long id) {}

    record Counted(@Id @Sequence("counted_seq") Long id) {}
}
