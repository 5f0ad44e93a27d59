package io.snowflakeid.merge.planning.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DifferencesTest {

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', delimiter = '|', textBlock = """
            concat(`name`,_utf8mb4'x') | concat(`name`,'x')
            (`tag` <> _latin1\\'old\\') | (`tag` <> \\'old\\')
            concat(`name`,'_s1') | concat(`name`,'_s1')
            (`tag` <> '_old') | (`tag` <> '_old')
            """)
    void theCharacterSetOfATextIsNoDifferenceAndItsOwnCharactersAre(String expression, String compared) {
        assertThat(Differences.withoutCharsets(expression)).isEqualTo(compared);
    }
}
