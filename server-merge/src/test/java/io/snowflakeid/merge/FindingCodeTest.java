package io.snowflakeid.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FindingCodeTest {

    private static final Pattern CODE = Pattern.compile("`([A-Z][A-Z_]+)`");

    @Test
    void theGuideSaysWhatToDoAboutEach() throws Exception {
        List<String> told = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("../docs/server-merge.md"))) {
            if (line.startsWith("| `")) {
                CODE.matcher(line.split("\\|", -1)[1]).results().forEach(code -> told.add(code.group(1)));
            }
        }
        assertThat(told)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(FindingCode.values()).map(Enum::name).toList());
    }
}
