package io.snowflakeid.merge;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Files, methods and packages stay so small that one reads them in one go. */
class SizesTest {

    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(Path.of("src/main/java"))) {
            return all.filter(file -> file.toString().endsWith(".java") && !file.endsWith("package-info.java"))
                    .toList();
        }
    }

    @Test
    void noFileHasMoreThan400LinesAndNoPackageMoreThan20Types() throws IOException {
        for (Path file : files()) {
            assertThat(Files.readAllLines(file)).as(file.toString()).hasSizeLessThanOrEqualTo(400);
        }
        assertThat(files().stream().collect(Collectors.groupingBy(Path::getParent)))
                .allSatisfy((name, types) -> assertThat(types).hasSizeLessThanOrEqualTo(20));
    }

    @Test
    void noMethodHasMoreThan40LinesAndNineOfTenHave16AtMost() throws IOException {
        Map<String, Long> lines = new TreeMap<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of(), null, manager.getJavaFileObjectsFromPaths(files()));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                LineMap map = unit.getLineMap();
                new TreeScanner<Void, Void>() {
                    @Override
                    public Void visitMethod(MethodTree method, Void unused) {
                        if (method.getBody() != null) {
                            long start = positions.getStartPosition(unit, method.getBody());
                            long end = positions.getEndPosition(unit, method.getBody());
                            String place = unit.getSourceFile().getName() + ":" + map.getLineNumber(start);
                            lines.put(place, map.getLineNumber(end) - map.getLineNumber(start) + 1);
                        }
                        return super.visitMethod(method, null);
                    }
                }.scan(unit, null);
            }
        }
        assertThat(lines).allSatisfy((place, count) -> assertThat(count).isLessThanOrEqualTo(40));
        assertThat(lines.values().stream().filter(count -> count > 16)).hasSizeLessThanOrEqualTo(lines.size() / 10);
    }
}
