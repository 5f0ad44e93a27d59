package io.snowflakeid.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.merge.plan.MergePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares docs/compatibility.md with the versions that are tested, and with those of stored data. */
class CompatibilityPageTest {

    @Test
    void eachTestedVersionIsOnThePage() throws IOException {
        String matrix = text(".ci", "hibernate-matrix");
        List<String> lines = List.of(first("versions=\\((\\d.+)\\)", matrix).split(" ", 0));
        assertThat(row("Hibernate ORM"))
                .contains(lines.stream().map(line -> line.replace(".Final", "")).toList());
        assertThat(row("Spring Boot"))
                .contains(Stream.of(
                                property("spring-boot3.version", "pom.xml"),
                                property("spring-boot4.version", "pom.xml"),
                                property("spring-boot3.version", "spring-boot/snowflake-spring-boot3-starter/pom.xml"),
                                property("spring-boot4.version", "spring-boot/snowflake-spring-boot4-starter/pom.xml"))
                        .toList());
        assertThat(row("MyBatis ")).contains(property("mybatis.version", "pom.xml"));
        assertThat(row("MyBatis-Plus; MyBatis-Flex"))
                .contains(property("mybatis-plus.version", "pom.xml"), property("mybatis-flex.version", "pom.xml"));
        assertThat(row("Jackson"))
                .contains(property("jackson.version", "pom.xml"), property("jackson3.version", "pom.xml"));
        assertThat(row("ShardingSphere-JDBC")).contains(property("shardingsphere.version", "pom.xml"));
        assertThat(row("JDK")).contains(property("maven.compiler.release", "pom.xml"));
    }

    @Test
    void theVersionsOfStoredDataAreOnThePage() throws IOException {
        assertThat(row("tables of a JDBC ledger"))
                .contains("| `version` of the namespace, " + LedgerSettings.VERSION + " |");
        assertThat(row("`plan.json`")).contains("| `version`, now " + MergePlan.VERSION + " |");
    }

    private static String row(String subject) throws IOException {
        return first("(?m)^\\| (" + Pattern.quote(subject) + ".*)$", text("docs", "compatibility.md"));
    }

    private static String property(String name, String pom) throws IOException {
        return first("<" + Pattern.quote(name) + ">(.+)</", text(pom));
    }

    private static String text(String... path) throws IOException {
        return Files.readString(Path.of("..", path));
    }

    private static String first(String pattern, String text) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(pattern).isTrue();
        return found.group(1);
    }
}
