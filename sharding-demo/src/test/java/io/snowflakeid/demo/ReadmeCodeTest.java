package io.snowflakeid.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compiles the code of the READMEs. */
class ReadmeCodeTest {

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```");

    private static final String IMPORTS = """
            import io.snowflakeid.*;
            import io.snowflakeid.generator.*;
            import io.snowflakeid.ledger.*;
            import jakarta.persistence.*;
            import java.time.*;
            import java.util.*;
            import io.snowflakeid.%s.SnowflakeId;
            import io.snowflakeid.mybatis.SnowflakeInterceptor;
            """;

    private static final String STATEMENTS = """
            class Statements {
                void run(javax.sql.DataSource dataSource, org.apache.ibatis.session.Configuration configuration,
                        Map<String, Object> settings) {
                    %s
                }
            }
            """;

    @TempDir
    private Path classes;

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "README.zh-CN.md"})
    void compiles(String page) throws IOException {
        List<String> blocks = blocksOf(page);
        assertThat(blocks).hasSizeGreaterThanOrEqualTo(3);
        for (String block : blocks) {
            for (String unit : unitsOf(block)) {
                assertThat(compile(unit)).as("in %s:\n%s", page, unit).isEmpty();
            }
        }
    }

    private static List<String> blocksOf(String page) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(Path.of("..", page)));
        while (block.find()) {
            blocks.add(block.group(1));
        }
        return blocks;
    }

    /** Splits code into classes, lines of attributes, and statements. */
    private static List<String> unitsOf(String block) {
        String imports = IMPORTS.formatted(block.contains("@Id") ? "hibernate" : "mybatis");
        if (Pattern.compile("\\bclass \\w").matcher(block).find()) {
            return List.of(imports + block.replace("public class", "class"));
        }
        if (block.startsWith("@")) {
            return block.lines()
                    .map(line -> imports + "@Entity class Some { Long userId; Some order; " + line + "\n}")
                    .toList();
        }
        return List.of(imports + STATEMENTS.formatted(block));
    }

    /** The compiler's errors. */
    private String compile(String unit) throws IOException {
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "tests run on a JDK");
        JavaFileObject source =
                new SimpleJavaFileObject(URI.create("string:///Readme.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return unit;
                    }
                };
        StringWriter complaints = new StringWriter();
        List<String> options = List.of(
                "-proc:none", "-nowarn", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
        boolean compiled = compiler.getTask(complaints, null, null, options, null, List.of(source))
                .call();
        return compiled ? "" : "does not compile: " + complaints;
    }
}
