import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Stages a release twice, and fails if the files of the two builds differ. The two builds differ in folder, time zone, language, encoding and file
 * mask. Then checks what each published artifact has, and builds the projects of {@code examples} with the staged files and an empty local
 * repository. The script {@code .ci/release} makes the two copies of the tree.
 *
 * <p>Exits with 0 if all checks passed, with 1 if one failed, and with 2 if a build failed.
 */
public final class Release {

    private static final Path FOLDER = Path.of("target", "release").toAbsolutePath();
    private static final String GROUP = "io/snowflakeid";
    /** What records the time of a deployment or of a signature, and so differs always. */
    private static final Pattern TIMED = Pattern.compile("maven-metadata\\.xml.*|.*\\.asc(\\..*)?");

    private static final Pattern PURL = Pattern.compile("\"purl\" ?: ?\"pkg:maven/[^/\"]+/([^@\"]+)@");
    private static final Pattern OPTIONAL = Pattern.compile("\"scope\" ?: ?\"optional\"");
    private static final String PUBLISHED = ".*\\.(jar|pom|json|zip|gz)";
    private static final String MARK = "OWNER-SETS-THIS";

    private final Map<String, Integer> passed = new LinkedHashMap<>();
    private int failed;
    private final String version;
    private final boolean signed = answers("gpg", "--version");
    private final Path staging = FOLDER.resolve("staging");

    private Release(String version) {
        this.version = version;
    }

    public static void main(String[] args) throws Exception {
        String version = text(xml(Path.of("pom.xml")), "version").replace("-SNAPSHOT", "");
        System.exit(new Release(version).prepare() ? 0 : 1);
    }

    private boolean prepare() throws Exception {
        long start = System.nanoTime();
        stageTwice();
        compare(staging, FOLDER.resolve("staging-two"));
        Map<String, Row> table = Row.read(Path.of("docs", "artifacts.md"));
        Set<String> artifacts = artifacts();
        check("artifacts", artifacts.equals(table.keySet()),
                "docs/artifacts.md lists " + table.keySet() + ", but snowflake-bom and it have " + artifacts);
        check("artifacts", folders().equals(union(artifacts, "snowflake-bom")), "staged are " + folders());
        checkPom("snowflake-bom");
        for (String artifact : artifacts) {
            checkPom(artifact);
            checkFiles(artifact);
            checkJars(artifact);
            Row row = table.get(artifact);
            if (row != null) {
                checkModule(artifact, row);
                checkBillOfMaterials(artifact, row);
            }
        }
        checkChecksums();
        buildExamples();
        return report(start);
    }

    private boolean report(long start) throws Exception {
        passed.forEach((what, count) -> System.out.printf(Locale.ROOT, "%6d  %s%n", count, what));
        if (!signed) {
            System.out.println("NOT TRIED: signatures, as there is no gpg on this machine");
        }
        for (String pom : List.of("pom.xml", "snowflake-bom/pom.xml")) {
            if (Files.readString(Path.of(pom)).contains(MARK)) {
                System.out.println("NOT READY TO PUBLISH: " + pom + " still has " + MARK);
            }
        }
        System.out.printf(Locale.ROOT, "staged %s in %d s: %s%n", version, (System.nanoTime() - start) / 1_000_000_000, staging);
        System.out.println(passed.values().stream().mapToInt(count -> count).sum() + " passed, " + failed + " failed");
        return failed == 0;
    }

    private void check(String what, boolean holds, String otherwise) {
        if (holds) {
            passed.merge(what, 1, Integer::sum);
        } else {
            failed++;
            System.out.println("FAILED  " + what + ": " + otherwise);
        }
    }

    // -------------------------------------------------------------------------------------------------------- builds

    private void stageTwice() throws Exception {
        Path gnupg = Files.createTempDirectory("gpg");
        try {
            List<String> signing = signed ? List.of("-Dgpg.homedir=" + gnupg) : List.of("-Dgpg.skip");
            if (signed) {
                run(Path.of(""), Map.of("GNUPGHOME", gnupg.toString()), FOLDER.resolve("key.log"), List.of("gpg", "--batch", "--passphrase",
                        "", "--quick-generate-key", "a release that is not published <no-reply@example.invalid>", "ed25519", "sign", "1d"));
            }
            Path one = FOLDER.resolve("one");
            Path two = FOLDER.resolve("another/folder/with/a/longer/path/two");
            inParallel(List.<Callable<Void>>of(
                    () -> stage(one, staging, "022", Map.of("TZ", "UTC", "GNUPGHOME", gnupg.toString()), "", signing),
                    () -> stage(two, FOLDER.resolve("staging-two"), "002", Map.of("TZ", "Asia/Shanghai"),
                            "-Duser.language=zh -Duser.country=CN -Dfile.encoding=ISO-8859-1", List.of("-Dgpg.skip"))));
            if (signed) {
                verifySignatures(gnupg);
            }
        } finally {
            if (signed) {
                run(Path.of(""), Map.of("GNUPGHOME", gnupg.toString()), FOLDER.resolve("key.log"), List.of("gpgconf", "--kill", "all"));
            }
            delete(gnupg);
        }
    }

    private Void stage(Path tree, Path target, String mask, Map<String, String> environment, String jvm, List<String> signing)
            throws Exception {
        long start = System.nanoTime();
        withoutSnapshot(tree);
        Map<String, String> all = new TreeMap<>(environment);
        all.put("MAVEN_OPTS", jvm);
        List<String> command = new ArrayList<>(List.of("sh", "-c", "umask $0 && exec \"$@\"", mask));
        command.addAll(maven());
        // tests compile, as some jars of theirs are published, but run in .ci/run; Error Prone checks the same code there, too
        command.addAll(List.of("-T1", "-Prelease", "deploy", "-DskipTests", "-Dspotless.check.skip", "-Dembedded.servers=off",
                "-Derrorprone.common=-Xplugin:ErrorProne -XepDisableAllChecks",
                "-pl", "!sharding-demo,!verification", "-DaltDeploymentRepository=staging::" + target.toUri()));
        command.addAll(signing);
        run(tree, all, FOLDER.resolve(tree.getFileName() + ".log"), command);
        System.out.printf(Locale.ROOT, "built in %d s: %s%n", (System.nanoTime() - start) / 1_000_000_000, tree);
        return null;
    }

    private void withoutSnapshot(Path tree) throws Exception {
        if (text(xml(tree.resolve("pom.xml")), "version").endsWith("-SNAPSHOT")) {
            run(tree, Map.of(), FOLDER.resolve(tree.getFileName() + ".log"), List.of(".ci/set-version", version));
        }
    }

    private static List<String> maven() {
        List<String> command = new ArrayList<>(List.of(Optional.ofNullable(System.getenv("MVN")).orElse("mvn").split("\\s+")));
        command.addAll(List.of("-B", "-ntp", "-q", "-Dstyle.color=never"));
        return command;
    }

    private static <T> void inParallel(List<Callable<T>> tasks) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(2);
        try {
            for (Future<T> task : executor.invokeAll(tasks)) {
                task.get();
            }
        } finally {
            executor.shutdown();
        }
    }

    private static void run(Path folder, Map<String, String> environment, Path log, List<String> command) throws Exception {
        if (!runs(folder, environment, log, command)) {
            List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
            lines.subList(Math.max(0, lines.size() - 40), lines.size()).forEach(System.err::println);
            System.err.println("release: failed, see " + log + ": " + String.join(" ", command));
            System.exit(2);
        }
    }

    private static boolean runs(Path folder, Map<String, String> environment, Path log, List<String> command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toAbsolutePath().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        return builder.start().waitFor() == 0;
    }

    private static boolean answers(String... command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException | InterruptedException e) {
            return false;
        }
    }

    // ------------------------------------------------------------------------------------------------------ equality

    private void compare(Path one, Path two) throws IOException {
        Predicate<Path> compared = path -> !TIMED.matcher(path.getFileName().toString()).matches();
        Set<Path> names = new TreeSet<>();
        for (Path staged : List.of(one, two)) {
            files(staged, compared).forEach(file -> names.add(staged.relativize(file)));
        }
        StringBuilder sums = new StringBuilder();
        for (Path name : names) {
            Path first = one.resolve(name);
            Path second = two.resolve(name);
            boolean both = Files.exists(first) && Files.exists(second);
            check("files of two builds are equal", both && Files.mismatch(first, second) < 0,
                    name + (both ? difference(first, second) : " is in one of them alone"));
            if (Files.exists(first)) {
                sums.append(digest("SHA-256", first)).append("  ").append(name).append('\n');
            }
        }
        Files.writeString(FOLDER.resolve("SHA256SUMS"), sums);
    }

    /** The entries of a jar that differ, and in what. */
    private static String difference(Path first, Path second) throws IOException {
        if (!first.toString().endsWith(".jar")) {
            return "";
        }
        try (ZipFile one = new ZipFile(first.toFile()); ZipFile two = new ZipFile(second.toFile())) {
            List<String> names = one.stream().map(ZipEntry::getName).toList();
            if (!names.equals(two.stream().map(ZipEntry::getName).toList())) {
                return ": other entries, or another order of them";
            }
            List<String> different = new ArrayList<>();
            for (String name : names) {
                if (one.getEntry(name).getCrc() != two.getEntry(name).getCrc()) {
                    different.add(name);
                }
            }
            return different.isEmpty() ? ": equal entries, with other times or rights" : ": " + different;
        }
    }

    // ------------------------------------------------------------------------------------------------------- content

    /** What the guide says of an artifact. */
    private record Row(String module, Set<String> runtime) {

        private static final Pattern CODE = Pattern.compile("`([^`]+)`");

        static Map<String, Row> read(Path page) throws IOException {
            Map<String, Row> rows = new TreeMap<>();
            for (String line : Files.readAllLines(page)) {
                String[] cells = line.split("\\|", -1);
                if (cells.length == 5 && cells[1].contains("`")) {
                    rows.put(codes(cells[1]).get(0), new Row(codes(cells[2]).get(0), new TreeSet<>(codes(cells[3]))));
                }
            }
            return rows;
        }

        private static List<String> codes(String cell) {
            return CODE.matcher(cell).results().map(code -> code.group(1)).toList();
        }
    }

    /** What the BOM manages. */
    private static Set<String> artifacts() throws Exception {
        String bom = Files.readString(Path.of("snowflake-bom", "pom.xml"));
        String managed = bom.substring(bom.indexOf("<dependencyManagement>"), bom.indexOf("</dependencyManagement>"));
        return Pattern.compile("<artifactId>([^<]+)<").matcher(managed).results().map(name -> name.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> folders() throws IOException {
        try (Stream<Path> folders = Files.list(staging.resolve(GROUP))) {
            return folders.map(folder -> folder.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Set<String> union(Set<String> names, String other) {
        Set<String> all = new TreeSet<>(names);
        all.add(other);
        return all;
    }

    private Path file(String artifact, String suffix) {
        return staging.resolve(GROUP).resolve(artifact).resolve(version).resolve(artifact + "-" + version + suffix);
    }

    private void checkPom(String artifact) throws Exception {
        Path file = file(artifact, ".pom");
        String content = Files.readString(file);
        for (String no : List.of("<parent>", "${", "SNAPSHOT", "<scope>test<", "<build>", "<modules>")) {
            check("published POMs are plain", !content.contains(no), file.getFileName() + " has " + no);
        }
        Document pom = xml(file);
        for (String path : List.of("name", "description", "url", "licenses/license/name", "licenses/license/url", "organization/name",
                "developers/developer/name", "scm/connection", "scm/developerConnection", "scm/url", "issueManagement/url")) {
            check("published POMs are complete", !text(pom, path).isBlank(), file.getFileName() + " has no " + path);
        }
        check("published POMs are complete", text(pom, "url").equals(text(xml(Path.of("pom.xml")), "properties/repository.url")),
                file.getFileName() + " has the url " + text(pom, "url"));
    }

    private void checkFiles(String artifact) {
        for (String suffix : List.of(".pom", ".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json")) {
            Path file = file(artifact, suffix);
            check("each artifact has jar, sources, javadoc, POM and bill of materials", Files.isRegularFile(file), "there is no " + file);
        }
    }

    private void checkJars(String artifact) throws IOException {
        for (Path jar : files(file(artifact, ".jar").getParent(), path -> path.toString().endsWith(".jar"))) {
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                for (String name : List.of("LICENSE", "NOTICE")) {
                    ZipEntry entry = zip.getEntry("META-INF/" + name);
                    boolean equal = entry != null && Arrays.equals(zip.getInputStream(entry).readAllBytes(), Files.readAllBytes(Path.of(name)));
                    check("each jar has LICENSE and NOTICE", equal, jar.getFileName() + " has no, or another META-INF/" + name);
                }
            }
        }
    }

    private void checkModule(String artifact, Row row) throws IOException {
        try (JarFile jar = new JarFile(file(artifact, ".jar").toFile())) {
            String name = jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name");
            ZipEntry descriptor = jar.getEntry("module-info.class");
            if (descriptor != null) {
                try (InputStream in = jar.getInputStream(descriptor)) {
                    name = java.lang.module.ModuleDescriptor.read(in).name();
                }
            }
            check("module names are those of docs/artifacts.md", row.module().equals(name), artifact + " has " + name + ", not " + row.module());
        }
    }

    private void checkBillOfMaterials(String artifact, Row row) throws IOException {
        String content = Files.readString(file(artifact, "-cyclonedx.json"));
        Set<String> components = new TreeSet<>();
        for (String component : content.split("\"bom-ref\"", -1)) {
            Matcher found = PURL.matcher(component);
            if (found.find() && !found.group(1).equals(artifact) && !OPTIONAL.matcher(component).find()) {
                components.add(found.group(1));
            }
        }
        check("what reaches a runtime is in docs/artifacts.md", components.equals(row.runtime()),
                artifact + " brings " + components + ", not " + row.runtime());
    }

    private void checkChecksums() throws IOException {
        for (Path file : files(staging, path -> path.toString().matches(PUBLISHED))) {
            Path sum = Path.of(file + ".sha1");
            check("checksums", Files.exists(sum) && Files.readString(sum).strip().equals(digest("SHA-1", file)), "wrong or missing: " + sum);
        }
    }

    private void verifySignatures(Path gnupg) throws Exception {
        for (Path file : files(staging, path -> path.toString().matches(PUBLISHED))) {
            String signature = file + ".asc";
            boolean verified = runs(Path.of(""), Map.of("GNUPGHOME", gnupg.toString()), FOLDER.resolve("key.log"),
                    List.of("gpg", "--batch", "--verify", signature, file.toString()));
            check("each file has a signature that verifies", verified, signature);
        }
    }

    // ------------------------------------------------------------------------------------------------------ examples

    private void buildExamples() throws Exception {
        Path folder = Files.createTempDirectory("snowflakeid-examples");
        try {
            Path settings = Files.writeString(folder.resolve("settings.xml"), """
                    <settings>
                      <profiles>
                        <profile>
                          <id>staging</id>
                          <repositories>
                            <repository>
                              <id>staging</id>
                              <url>%s</url>
                            </repository>
                          </repositories>
                        </profile>
                      </profiles>
                      <activeProfiles>
                        <activeProfile>staging</activeProfile>
                      </activeProfiles>
                    </settings>
                    """.formatted(staging.toUri()));
            List<Callable<Void>> builds = new ArrayList<>();
            for (Path pom : files(Path.of("examples"), path -> path.endsWith("pom.xml"))) {
                builds.add(() -> buildExample(pom.getParent(), folder, settings));
            }
            inParallel(builds);
        } finally {
            delete(folder);
        }
    }

    private Void buildExample(Path example, Path folder, Path settings) throws Exception {
        long start = System.nanoTime();
        String name = example.getFileName().toString();
        Path project = folder.resolve(name);
        for (Path file : files(example, path -> !path.toString().contains("target"))) {
            Path copy = project.resolve(example.relativize(file));
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        }
        Path repository = repositoryWithoutOurs(folder.resolve(name + "-repository"));
        Path log = FOLDER.resolve("example-" + name + ".log");
        List<String> command = new ArrayList<>(maven());
        command.addAll(List.of("-s", settings.toString(), "-Dmaven.repo.local=" + repository, "-Daether.offline.protocols=file",
                "-Dsnowflake.version=" + version, "verify"));
        boolean built = runs(project, Map.of(), log, command);
        Matcher inserted = Pattern.compile("inserted (\\{\"id\":\"\\d{16,19}\",\"name\":\"Ayla\"})").matcher(Files.readString(log));
        boolean found = built && inserted.find();
        List<Path> ours = Files.exists(repository.resolve(GROUP)) ? files(repository.resolve(GROUP), path -> path.toString().endsWith(".jar")) : List.of();
        synchronized (this) {
            check("examples insert a row", found, name + ": see " + log);
            check("examples use the staged files alone", !ours.isEmpty(), name + " has no jar of ours");
            for (Path jar : ours) {
                Path staged = staging.resolve(repository.relativize(jar));
                check("examples use the staged files alone", Files.exists(staged) && Files.mismatch(jar, staged) < 0, name + " used " + jar);
            }
            if (found) {
                System.out.printf(Locale.ROOT, "example in %d s: %-20s inserted %s%n", (System.nanoTime() - start) / 1_000_000_000, name, inserted.group(1));
            }
        }
        return null;
    }

    /** A local repository that has all that Maven has downloaded before, by links, but nothing of ours. */
    private static Path repositoryWithoutOurs(Path repository) throws IOException {
        Path existing = Path.of(Optional.ofNullable(System.getenv("MAVEN_REPOSITORY"))
                .orElse(System.getProperty("user.home") + "/.m2/repository"));
        Files.createDirectories(repository.resolve("io"));
        link(existing, repository, "io");
        link(existing.resolve("io"), repository.resolve("io"), "snowflakeid");
        return repository;
    }

    private static void link(Path from, Path to, String but) throws IOException {
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.filter(Files::isDirectory).toList()) {
                if (!entry.endsWith(but)) {
                    Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
                }
            }
        }
    }

    // --------------------------------------------------------------------------------------------------------- files

    private static List<Path> files(Path folder, Predicate<Path> wanted) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).filter(wanted).sorted().toList();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    private static String digest(String algorithm, Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Document xml(Path file) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    }

    /** The text of the element at a path below the root; empty if there is none. */
    private static String text(Document document, String path) {
        Element element = document.getDocumentElement();
        for (String name : path.split("/")) {
            Element child = null;
            for (Node node = element.getFirstChild(); node != null && child == null; node = node.getNextSibling()) {
                child = node instanceof Element found && found.getTagName().equals(name) ? found : null;
            }
            if (child == null) {
                return "";
            }
            element = child;
        }
        return element.getTextContent();
    }
}
