import static java.util.stream.Collectors.joining;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Plants the faults of {@code .ci/faults} in a copy of the tree, one at a time, and runs the tests that must notice each. With
 * {@code --check}, the program only checks whether each fault could be planted in the current tree.
 *
 * <p>Exits with 0 if all faults were noticed, with 1 if one was not, and with 2 if the result would mean nothing: wrong input, a failed
 * build, or a test that fails without a fault.
 */
public final class PlantedFaults {

    /** A run that takes longer is killed. Such a fault counts as not noticed, since a busy machine is slow too. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private static final Path FOLDER = Path.of("target", "planted-faults").toAbsolutePath();

    /** A copy of the files that Git knows or would add, made by the script that starts this program. */
    private static final Path TREE = FOLDER.resolve("tree");

    private final int jobs;
    private final Map<String, Module> modules = new TreeMap<>();

    private PlantedFaults(int jobs) {
        this.jobs = jobs;
    }

    public static void main(String[] args) throws Exception {
        List<String> wanted = new ArrayList<>(List.of(args));
        int option = wanted.indexOf("-j");
        int jobs = option < 0 ? 2 : Integer.parseInt(wanted.remove(option + 1));
        wanted.remove("-j");
        boolean checks = wanted.remove("--check");
        List<Fault> faults = Fault.readAll(Path.of(".ci", "faults")).stream()
                .filter(fault -> wanted.isEmpty() || wanted.stream().anyMatch(fault::isCalled))
                .toList();
        require(!faults.isEmpty(), "no fault is called " + wanted);
        if (checks) {
            require(current(faults, Path.of("")).size() == faults.size(), "correct the stale faults");
        } else {
            System.exit(new PlantedFaults(jobs).plant(faults) ? 0 : 1);
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            System.err.println("planted-faults: " + otherwise);
            System.exit(2);
        }
    }

    private static List<Fault> current(List<Fault> faults, Path tree) throws IOException {
        List<Fault> current = new ArrayList<>();
        for (Fault fault : faults) {
            String staleness = fault.staleness(tree);
            if (staleness.isEmpty()) {
                current.add(fault);
            } else {
                print("STALE", 0, fault.name() + "  " + staleness);
            }
        }
        return current;
    }

    private boolean plant(List<Fault> faults) throws Exception {
        List<Fault> current = current(faults, TREE);
        long noticed = 0;
        if (!current.isEmpty()) {
            build(current);
            Set<String> shown = control(current);
            List<Callable<Boolean>> runs = new ArrayList<>();
            current.forEach(fault -> runs.add(() -> notices(fault, shown)));
            noticed = inParallel(runs).stream().filter(each -> each).count();
        }
        System.out.println(noticed + " noticed, " + (faults.size() - noticed) + " not noticed");
        return noticed == faults.size();
    }

    private <T> List<T> inParallel(List<Callable<T>> tasks) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(jobs);
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> future : executor.invokeAll(tasks)) {
                results.add(future.get());
            }
            return results;
        } finally {
            executor.shutdown();
        }
    }

    private static void print(String outcome, long start, String text) {
        double seconds = start == 0 ? 0 : (System.nanoTime() - start) / 1e9;
        System.out.printf(Locale.ROOT, "%-16s %6.1f s  %s%n", outcome, seconds, text);
    }

    // ------------------------------------------------------------------------------------------------------- faults

    /**
     * An entry of the file of faults.
     *
     * @param type below {@code io.snowflakeid}
     * @param code a part of the methods of that name
     * @param tests classes of the module, or {@code Class#method}
     */
    private record Fault(
            String name, String module, String type, String method, String code, String faulty, List<String> tests) {

        private static final String PACKAGE = "io.snowflakeid.";
        private static final Pattern ENTRY = Pattern.compile(
                "^== (.+)\nin: (\\S+) (\\S+)\\.(\\w+)\ncode: (.+)\nfault: ?(.*)\ntests: (.+)\n?", Pattern.MULTILINE);

        static List<Fault> readAll(Path file) throws IOException {
            String text = Files.readString(file);
            ENTRY.matcher(text).replaceAll("").lines().forEach(line ->
                    require(line.isBlank() || line.startsWith("#"), file + ": this is no part of an entry: " + line));
            return ENTRY.matcher(text).results().map(Fault::of).toList();
        }

        private static Fault of(MatchResult entry) {
            return new Fault(entry.group(1).strip(), entry.group(2), PACKAGE + entry.group(3), entry.group(4),
                    entry.group(5), entry.group(6), Stream.of(entry.group(7).strip().split(" +")).map(PACKAGE::concat).toList());
        }

        boolean isCalled(String text) {
            return name.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
        }

        Path file(Path tree) {
            return tree.resolve(module).resolve("src/main/java").resolve(type.replace('.', '/') + ".java");
        }

        /** The reason why the fault cannot be planted; empty if it can be planted. */
        String staleness(Path tree) throws IOException {
            if (!Files.isRegularFile(file(tree))) {
                return "there is no " + file(tree);
            }
            int found = places(Files.readString(file(tree))).size();
            return found == 1 ? "" : "its code is " + found + " times in " + type + "." + method;
        }

        String plantedIn(String source) {
            int[] place = places(source).get(0);
            return source.substring(0, place[0]) + faulty + source.substring(place[1]);
        }

        /** The beginning and the end of each occurrence of the code; blanks and line breaks do not count. */
        private List<int[]> places(String source) {
            Pattern wanted = Pattern.compile(code.replaceAll("\\s", "").chars()
                    .mapToObj(letter -> Pattern.quote(Character.toString(letter)))
                    .collect(joining("\\s*")));
            List<int[]> places = new ArrayList<>();
            for (int[] body : bodies(source)) {
                Matcher found = wanted.matcher(source).region(body[0], body[1]);
                while (found.find()) {
                    places.add(new int[] {found.start(), found.end()});
                }
            }
            return places;
        }

        /** The range of each method with this name, up to its closing brace, which has the indentation of the method's first line. */
        private List<int[]> bodies(String source) {
            List<int[]> bodies = new ArrayList<>();
            Matcher declared = Pattern.compile("^(    |        )(?! |return|throw|new|else)[^\\n=(;.]*\\b" + method + "\\(", Pattern.MULTILINE)
                    .matcher(source);
            while (declared.find()) {
                int end = source.indexOf("\n" + declared.group(1) + "}", declared.end());
                int semicolon = source.indexOf(';', declared.end());
                int brace = source.indexOf('{', declared.end());
                if (end > 0 && brace > 0 && brace < semicolon) {
                    bodies.add(new int[] {declared.end(), end});
                }
            }
            return bodies;
        }
    }

    // -------------------------------------------------------------------------------------------------------- build

    /** The class path and options of a module's tests. */
    private record Module(Path folder, String classPath, List<String> options) {

        Module behind(Path classes) {
            return new Module(folder, classes + File.pathSeparator + classPath, options);
        }
    }

    private void build(List<Fault> faults) throws Exception {
        long start = System.nanoTime();
        String names = faults.stream().map(Fault::module).distinct().collect(joining(","));
        // Error Prone checks the same code in the ordinary build
        maven("package", "dependency:build-classpath", "-T", "2", "-pl", names, "-am", "-DskipTests",
                "-Derrorprone.common=-Xplugin:ErrorProne -XepDisableAllChecks", "-Dmdep.outputFile=target/test.classpath");
        Path console = console();
        for (String name : names.split(",")) {
            Path folder = TREE.resolve(name);
            String libraries = Files.readString(folder.resolve("target/test.classpath")).strip();
            String options = property(folder, "test.jvm").or(() -> property(TREE, "test.jvm")).orElse("");
            String classPath = Stream.of(folder.resolve("target/test-classes"), folder.resolve("target/classes"), libraries, console)
                    .map(Object::toString)
                    .collect(joining(File.pathSeparator));
            modules.put(name, new Module(folder, classPath, options.isBlank() ? List.of() : List.of(options.strip().split("\\s+"))));
        }
        print("built", start, names);
    }

    private static void maven(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Optional.ofNullable(System.getenv("MVN")).orElse("mvn").split("\\s+")));
        command.addAll(List.of("-B", "-ntp", "-q", "-Dstyle.color=never"));
        command.addAll(List.of(arguments));
        int result = new ProcessBuilder(command).directory(TREE.toFile()).inheritIO().start().waitFor();
        require(result == 0, "failed: " + String.join(" ", command));
    }

    /** The launcher of the tests, in the version that belongs to the build's JUnit. */
    private static Path console() throws Exception {
        String version = property(TREE, "junit.version").orElseThrow().replaceFirst("^5\\.", "1.");
        Path jar = FOLDER.resolve("console/junit-platform-console-standalone-" + version + ".jar");
        if (!Files.exists(jar)) {
            maven("-pl", "snowflake-bom", "dependency:copy", "-Dartifact=org.junit.platform:junit-platform-console-standalone:" + version,
                    "-DoutputDirectory=" + jar.getParent());
        }
        return jar;
    }

    private static Optional<String> property(Path module, String name) {
        try {
            String pom = Files.readString(module.resolve("pom.xml"));
            Matcher property = Pattern.compile("<" + Pattern.quote(name) + "(?:/>|>([^<]*)<)").matcher(pom);
            return property.find() ? Optional.of(Optional.ofNullable(property.group(1)).orElse("")) : Optional.empty();
        } catch (IOException e) {
            throw new IllegalStateException("no pom.xml in " + module, e);
        }
    }

    // -------------------------------------------------------------------------------------------------------- tests

    /** Runs the tests without a fault. Returns the test classes of which at least one test was not skipped. */
    private Set<String> control(List<Fault> faults) throws Exception {
        long start = System.nanoTime();
        List<Callable<Optional<List<Result>>>> runs = new ArrayList<>();
        modules.forEach((name, module) -> {
            List<String> all = faults.stream()
                    .filter(fault -> fault.module().equals(name))
                    .flatMap(fault -> fault.tests().stream())
                    .distinct()
                    .toList();
            for (boolean methods : List.of(true, false)) {
                List<String> tests = all.stream().filter(test -> test.contains("#") == methods).toList();
                Path folder = FOLDER.resolve("control").resolve(name + (methods ? "-methods" : "-classes"));
                if (!tests.isEmpty()) {
                    runs.add(() -> test(module, folder, tests, LIMIT.multipliedBy(tests.size())));
                }
            }
        });
        List<Result> results = new ArrayList<>();
        for (Optional<List<Result>> run : inParallel(runs)) {
            require(run.isPresent(), "the tests do not run without a fault: see " + FOLDER.resolve("control"));
            results.addAll(run.get());
        }
        String failed = results.stream().filter(Result::failed).map(Result::toString).collect(joining(", "));
        require(failed.isEmpty(), "tests fail without a fault: " + failed);
        Set<String> shown = new LinkedHashSet<>();
        for (String test : faults.stream().flatMap(fault -> fault.tests().stream()).distinct().toList()) {
            List<Result> own = results.stream().filter(result -> result.isOf(test)).toList();
            require(!own.isEmpty(), "there is no test " + test);
            if (!own.stream().allMatch(Result::skipped)) {
                shown.add(test);
            }
        }
        print("control passed", start, results.size() + " tests");
        return shown;
    }

    /** Whether the tests of a fault notice the fault. */
    private boolean notices(Fault fault, Set<String> shown) throws Exception {
        long start = System.nanoTime();
        List<String> skipped = fault.tests().stream().filter(test -> !shown.contains(test)).toList();
        if (!skipped.isEmpty()) {
            print("NOT SHOWN", 0, fault.name() + "  for want of a server, these tests are skipped: " + skipped);
            return false;
        }
        Path folder = FOLDER.resolve("faults").resolve(fault.name().replaceAll("\\W+", "-"));
        Module module = modules.get(fault.module());
        String wrong = compile(fault, folder, module.classPath());
        if (!wrong.isEmpty()) {
            print("DOES NOT COMPILE", start, fault.name() + System.lineSeparator() + wrong);
            return false;
        }
        Optional<List<Result>> results = test(module.behind(folder.resolve("classes")), folder, fault.tests(), LIMIT);
        if (results.isEmpty()) {
            print("NO RESULT", start, fault.name() + "  see " + folder.resolve("log"));
            return false;
        }
        List<String> passed = fault.tests().stream()
                .filter(test -> results.get().stream().noneMatch(result -> result.failed() && result.isOf(test)))
                .toList();
        print(passed.isEmpty() ? "noticed" : "NOT NOTICED", start, fault.name() + (passed.isEmpty() ? "" : "  by " + passed));
        return passed.isEmpty();
    }

    /** Compiles the faulty file alone. Returns the compiler's messages if the compilation fails. */
    private static String compile(Fault fault, Path folder, String classPath) throws IOException {
        Path source = folder.resolve(fault.file(TREE).getFileName());
        Path classes = folder.resolve("classes");
        empty(classes);
        Files.writeString(source, fault.plantedIn(Files.readString(fault.file(TREE))));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter output = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of("-d", classes.toString(), "-cp", classPath, "-proc:none", "-parameters", "-nowarn");
            return compiler.getTask(output, files, null, options, null, files.getJavaFileObjects(source)).call()
                    ? ""
                    : output.toString();
        }
    }

    /** Creates a folder, or deletes its content. */
    private static void empty(Path folder) throws IOException {
        Files.createDirectories(folder);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Runs tests in a separate JVM. Returns empty if the JVM does not end within the limit, or ends without a report. */
    private static Optional<List<Result>> test(Module module, Path folder, List<String> tests, Duration limit) throws Exception {
        Path reports = folder.resolve("reports");
        empty(reports);
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        // short runs: little to compile, little to collect
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dsimulation.schedules=40000",
                "-Dledger.schedules=2000"));
        command.addAll(module.options());
        command.addAll(List.of("-cp", module.classPath(), "org.junit.platform.console.ConsoleLauncher", "execute",
                "--disable-banner", "--details=none", "--exclude-engine=junit-vintage", "--exclude-tag=nightly",
                "--reports-dir=" + reports));
        // a filter of methods leaves out the rules of ArchUnit, which are fields
        boolean methods = tests.stream().allMatch(test -> test.contains("#"));
        for (String test : tests) {
            String[] parts = test.split("#");
            command.add("--select-class=" + parts[0]);
            if (methods) {
                command.add("--include-methodname=" + Pattern.quote(parts[0]) + "(\\$.*)?#" + parts[1]);
            }
        }
        Process java = new ProcessBuilder(command)
                .directory(module.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        if (!java.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            java.descendants().forEach(ProcessHandle::destroyForcibly);
            java.destroyForcibly().waitFor();
            return Optional.empty();
        }
        List<Result> results = new ArrayList<>();
        try (Stream<Path> files = Files.list(reports)) {
            for (Path report : files.sorted().toList()) {
                results.addAll(Result.read(report));
            }
        }
        return results.isEmpty() ? Optional.empty() : Optional.of(results);
    }

    /** The result of one test. */
    private record Result(String className, String name, boolean failed, boolean skipped) {

        static List<Result> read(Path report) throws Exception {
            NodeList tests = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(report.toFile())
                    .getElementsByTagName("testcase");
            return IntStream.range(0, tests.getLength()).mapToObj(i -> of((Element) tests.item(i))).toList();
        }

        private static Result of(Element test) {
            boolean failed = has(test, "failure") || has(test, "error");
            return new Result(test.getAttribute("classname"), test.getAttribute("name"), failed, has(test, "skipped"));
        }

        private static boolean has(Element test, String child) {
            return test.getElementsByTagName(child).getLength() > 0;
        }

        boolean isOf(String test) {
            String[] parts = test.split("#");
            return (className.equals(parts[0]) || className.startsWith(parts[0] + "$"))
                    && (parts.length == 1 || name.replaceFirst("[(\\[].*", "").equals(parts[1]));
        }

        @Override
        public String toString() {
            return className.substring(className.lastIndexOf('.') + 1) + "." + name.replaceFirst("[(\\[].*", "");
        }
    }
}
