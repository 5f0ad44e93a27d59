package io.snowflakeid.verification.generators;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GeneratorTest {

    private static final int MANY = 20_000;

    @ParameterizedTest
    @EnumSource
    void whatIsMeasuredMakesDifferentNumbers(Generator generator) {
        Ids ids = generator.open(false);
        assertThat(LongStream.generate(ids::next).limit(MANY).distinct().count())
                .isEqualTo(MANY);
    }
}
