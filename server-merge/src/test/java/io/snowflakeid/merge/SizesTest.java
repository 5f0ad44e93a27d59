package io.snowflakeid.merge;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Files, methods and packages stay so small that one reads them in one go. Prints what it measures. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SizesTest {

    private static final Path MAIN = Path.of("src/main/java");

    /** A method, and the lines of its body. */
    private record Method(String name, int lines) {}

    private final List<Path> files = files();
    private final List<Method> methods = methods();

    private static List<Path> files() {
        try (Stream<Path> all = Files.walk(MAIN)) {
            return all.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("package-info.java"))
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException("tests run in the folder of the module", e);
        }
    }

    private List<Method> methods() {
        List<Method> found = new ArrayList<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, manager, null, List.of(), null, manager.getJavaFileObjectsFromPaths(files));
            Trees trees = Trees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                new TreePathScanner<Void, Void>() {
                    @Override
                    public Void visitMethod(MethodTree method, Void unused) {
                        if (method.getBody() != null) {
                            long start = trees.getSourcePositions().getStartPosition(unit, method.getBody());
                            long end = trees.getSourcePositions().getEndPosition(unit, method.getBody());
                            long lines = unit.getLineMap().getLineNumber(end)
                                    - unit.getLineMap().getLineNumber(start)
                                    + 1;
                            String file = Path.of(unit.getSourceFile().getName())
                                    .getFileName()
                                    .toString();
                            found.add(new Method(file + " " + method.getName(), (int) lines));
                        }
                        return super.visitMethod(method, null);
                    }
                }.scan(unit, null);
            }
        } catch (IOException e) {
            throw new IllegalStateException("sources that were compiled are read", e);
        }
        return found;
    }

    @Test
    void noFileHasMoreThan400Lines() throws IOException {
        Map<String, Long> lines = new TreeMap<>();
        for (Path file : files) {
            try (Stream<String> all = Files.lines(file)) {
                lines.put(file.getFileName().toString(), all.count());
            }
        }
        System.out.println(files.size() + " files, "
                + lines.values().stream().mapToLong(Long::longValue).sum() + " lines");
        assertThat(lines).allSatisfy((file, number) -> assertThat(number).isLessThanOrEqualTo(400));
    }

    @Test
    void noMethodHasMoreThan40LinesAndNineOfTenHave20AtMost() {
        List<Integer> sorted = methods.stream().map(Method::lines).sorted().toList();
        int p90 = sorted.get(sorted.size() * 9 / 10);
        System.out.println(sorted.size() + " methods, nine of ten have at most " + p90 + " lines");
        assertThat(methods).filteredOn(method -> method.lines() > 40).isEmpty();
        assertThat(p90).isLessThanOrEqualTo(20);
    }

    @Test
    void noPackageHasMoreThan20Types() {
        Map<String, Long> types = files.stream()
                .collect(Collectors.groupingBy(
                        file -> MAIN.relativize(file.getParent()).toString(), TreeMap::new, Collectors.counting()));
        System.out.println("types: " + types);
        assertThat(types).allSatisfy((name, number) -> assertThat(number).isLessThanOrEqualTo(20));
    }
}
