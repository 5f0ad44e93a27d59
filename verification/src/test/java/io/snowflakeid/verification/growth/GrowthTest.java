package io.snowflakeid.verification.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrowthTest {

    private static Growth.Line line(DoubleUnaryOperator value) {
        Growth.Table table = new Growth.Table();
        for (int number : List.of(1, 10, 100, 1_000)) {
            table.add("figure", "", number, value.applyAsDouble(number));
        }
        return table.growth("", "threads").line("figure");
    }

    @ParameterizedTest
    @CsvSource({
        "-0.5, falls (times 0.316)",
        "0,    about constant (times 1.00)",
        "0.5,  grows less than in proportion (times 3.16)",
        "1,    grows about in proportion (times 10.0)",
        "2,    grows more than in proportion (times 100)",
    })
    void theExponentOfAPowerIsFoundAndExplained(double exponent, String meaning) {
        Growth.Line line = line(number -> 7 * Math.pow(number, exponent));
        assertThat(line.exponent()).isCloseTo(exponent, within(1e-9));
        assertThat(line.meaning()).isEqualTo(meaning);
        assertThat(line.at(10_000)).isCloseTo(7 * Math.pow(10_000, exponent), within(1e-3));
    }

    @Test
    void aFigureThatIsMostlyZeroHasNoExponent() {
        assertThat(line(number -> number == 10 ? 1 : 0).exponent()).isNull();
    }
}
