package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * A test that docs/design.md says to hold a rule fails when that rule is broken: it is one of those that {@code .ci/planted-faults} wants to
 * fail for a fault of that rule.
 */
class DesignPageTest {

    private static final Path PAGE = Path.of("..", "docs", "design.md");
    private static final Path FAULTS = Path.of("..", ".ci", "faults", "design.faults");
    private static final Pattern RULE = Pattern.compile("(?m)^\\*\\*(\\d+)\\. (?s:.*?)(?=^\\*\\*\\d+\\. |^### )");
    private static final Pattern HELD_BY = Pattern.compile("(?s)\\bHeld (?:on real servers )?by (.*?)(?:\\n\\n|\\z)");
    private static final Pattern NAME = Pattern.compile("`([A-Za-z.]+)`");
    private static final Pattern PLANTED =
            Pattern.compile("(?ms)^== ([^\\n]+)\\nmodule: (\\S+)\\nfile: (\\S+)\\n.*?^<<<\\n(.*?)\\n===$");
    private static final Pattern FAULT = Pattern.compile("(?m)^== rule (\\d+)\\b.*\\n(?:.+\\n)*?tests: (.+)$");

    /** Names of methods, and of classes where an entry names the class alone; by rule. */
    private static Map<String, Set<String>> testsOfFaults() throws IOException {
        Map<String, Set<String>> tests = new HashMap<>();
        Matcher fault = FAULT.matcher(Files.readString(FAULTS));
        while (fault.find()) {
            Set<String> ofRule = tests.computeIfAbsent(fault.group(1), rule -> new HashSet<>());
            for (String test : fault.group(2).strip().split("[ ,]+", -1)) {
                ofRule.add(test.substring(Math.max(test.lastIndexOf('#'), test.lastIndexOf('.')) + 1));
            }
        }
        return tests;
    }

    private static Map<String, Set<String>> testsOfPage() throws IOException {
        Map<String, Set<String>> tests = new HashMap<>();
        Matcher rule = RULE.matcher(Files.readString(PAGE));
        while (rule.find()) {
            Matcher held = HELD_BY.matcher(rule.group());
            assertThat(held.find())
                    .as("rule %s says which tests hold it", rule.group(1))
                    .isTrue();
            tests.put(
                    rule.group(1),
                    NAME.matcher(held.group(1))
                            .results()
                            .map(DesignPageTest::method)
                            .collect(Collectors.toSet()));
        }
        return tests;
    }

    private static String method(MatchResult name) {
        return name.group(1).substring(name.group(1).lastIndexOf('.') + 1);
    }

    @Test
    void whatHoldsARuleFailsWhenItIsBroken() throws IOException {
        Map<String, Set<String>> ofFaults = testsOfFaults();
        Map<String, Set<String>> ofPage = testsOfPage();
        assertThat(ofPage).hasSizeGreaterThanOrEqualTo(6);
        ofPage.forEach((rule, tests) -> assertThat(ofFaults.getOrDefault(rule, Set.of()))
                .as("tests of planted faults of rule %s", rule)
                .containsAll(tests));
    }

    @Test
    void eachRuleHasFiveFaultsOrMore() throws IOException {
        Map<String, Long> faults = FAULT.matcher(Files.readString(FAULTS))
                .results()
                .collect(Collectors.groupingBy(fault -> fault.group(1), Collectors.counting()));
        assertThat(faults.keySet()).containsAll(testsOfPage().keySet());
        assertThat(faults.values()).allMatch(count -> count >= 5);
    }

    /** A fault whose text is no longer there would be planted nowhere. */
    @Test
    void eachFaultStandsOnceInTheCode() throws IOException {
        Matcher fault = PLANTED.matcher(Files.readString(FAULTS));
        int seen = 0;
        while (fault.find()) {
            seen++;
            String code = Files.readString(Path.of("..", fault.group(2), fault.group(3)));
            int first = code.indexOf(fault.group(4));
            assertThat(first).as(fault.group(1)).isNotNegative();
            assertThat(code.indexOf(fault.group(4), first + 1))
                    .as("a second place for: %s", fault.group(1))
                    .isNegative();
        }
        assertThat(seen).isGreaterThan(300);
    }
}
