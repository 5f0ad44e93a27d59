package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A test that docs/design.md says to hold a rule fails when that rule is broken: {@code .ci/planted-faults} wants it to fail for a fault of it. */
class DesignPageTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern RULE = Pattern.compile("(?m)^\\*\\*(\\d+)\\. (?s:.*?)(?=^\\*\\*\\d+\\. |^### )");
    private static final Pattern HELD_BY =
            Pattern.compile("(?s)\\bis checked (?:on real servers )?by (.*?)(?:\\n\\n|\\z)");
    private static final Pattern NAME = Pattern.compile("`([A-Za-z.]+)`");
    private static final Pattern FAULT = Pattern.compile("(?m)^== rule (\\d+):.*\\n(?:.+\\n)*?tests: (.+)$");

    /** Names of methods, and of classes where the class alone is named; by rule. */
    private static Map<String, Set<String>> testsOfPage() throws IOException {
        Map<String, Set<String>> tests = new TreeMap<>();
        Matcher rule = RULE.matcher(Files.readString(ROOT.resolve("docs/design.md")));
        while (rule.find()) {
            Matcher held = HELD_BY.matcher(rule.group());
            assertThat(held.find())
                    .as("rule %s says which tests hold it", rule.group(1))
                    .isTrue();
            tests.put(
                    rule.group(1),
                    shortNames(NAME.matcher(held.group(1)).results().map(name -> name.group(1))));
        }
        return tests;
    }

    private static Map<String, Set<String>> testsOfFaults() throws IOException {
        return FAULT.matcher(Files.readString(ROOT.resolve(".ci/faults")))
                .results()
                .collect(Collectors.toMap(
                        fault -> fault.group(1),
                        DesignPageTest::testsOf,
                        (one, other) -> union(one, other),
                        TreeMap::new));
    }

    private static Set<String> testsOf(MatchResult fault) {
        return shortNames(Arrays.stream(fault.group(2).split(" ", -1)));
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        return Stream.concat(one.stream(), other.stream()).collect(Collectors.toSet());
    }

    private static Set<String> shortNames(Stream<String> tests) {
        return tests.map(test -> test.replaceFirst(".*[.#]", "")).collect(Collectors.toSet());
    }

    @Test
    void whatHoldsARuleFailsWhenItIsBroken() throws IOException {
        Map<String, Set<String>> ofFaults = testsOfFaults();
        Map<String, Set<String>> ofPage = testsOfPage();
        assertThat(ofPage).hasSizeGreaterThanOrEqualTo(9);
        ofPage.forEach((rule, tests) -> assertThat(ofFaults.getOrDefault(rule, Set.of()))
                .as("tests of planted faults of rule %s", rule)
                .containsAll(tests));
    }

    /** A fault whose method or code is no longer there would be planted nowhere. */
    @Test
    void eachFaultCanBePlanted() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process check = new ProcessBuilder(java, ".ci/PlantedFaults.java", "--check")
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(check.waitFor()).as(output).isZero();
    }
}
