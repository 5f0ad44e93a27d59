package io.snowflakeid.merge.run;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.plan.PlanFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A run, or a verification, in a process of its own, which can be killed. It tells each step on its standard output. */
final class ChildRun implements AutoCloseable {

    /** What a line begins with that tells a fault. */
    static final String FAULT = "fault\t";

    private static final String VERIFY = "verify";
    private static final int SESSIONS = 2;

    private final Process process;
    private final BufferedReader told;
    private final List<String> errors = new ArrayList<>();
    private final Thread errorReader;

    /** Begins or goes on with a plan. */
    ChildRun(Path plan, String password) throws IOException {
        this(plan, "run", password);
    }

    /** Verifies a plan that was carried out; each fault is a line, and the last one has the heap in MB and the milliseconds. */
    static ChildRun verifying(Path plan, String password) throws IOException {
        return new ChildRun(plan, VERIFY, password);
    }

    private ChildRun(Path plan, String command, String password) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ChildRun.class.getName(),
                        plan.toString(),
                        command)
                .start();
        process.getOutputStream().write((password + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        told = reader(process.getInputStream());
        errorReader = new Thread(() -> reader(process.getErrorStream()).lines().forEach(errors::add));
        errorReader.start();
    }

    private static BufferedReader reader(InputStream in) {
        return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /** The next line: {@code step, tab, done, tab, total}; null at the end. */
    String next() throws IOException {
        return told.readLine();
    }

    /** SIGKILL; returns when the process is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** Waits for its end; 0 is a finished run, 3 a refused one. */
    int end() throws InterruptedException, IOException {
        while (told.readLine() != null) {
            // until it has no more to tell
        }
        int code = process.waitFor();
        errorReader.join();
        return code;
    }

    /** What it wrote to its standard error, complete after {@link #end}. */
    List<String> errors() {
        return errors;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** The child itself. */
    public static void main(String[] arguments) throws Exception {
        String password = reader(System.in).readLine();
        long millis = 0;
        try {
            if (arguments[1].equals(VERIFY)) {
                VerificationResult result = MergeVerification.verify(
                        PlanFile.read(Path.of(arguments[0])), password, SESSIONS, ChildRun::tell);
                result.faults().forEach(fault -> tell(FAULT + fault));
                millis = result.millis();
            } else {
                MergeRun.carryOut(PlanFile.read(Path.of(arguments[0])), password, ChildRun::tell);
            }
        } catch (io.snowflakeid.merge.MergeRefusedException e) {
            System.err.println(e.getMessage());
            System.exit(3);
        }
        long peak = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
        tell("finished\t" + (peak >> 20) + "\t" + millis);
    }

    private static void tell(MergeProgress progress) {
        tell(progress.step() + "\t" + progress.done() + "\t" + progress.total());
    }

    private static void tell(String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (ChildRun.class) {
            System.out.write(bytes, 0, bytes.length);
            System.out.flush();
        }
    }
}
