package io.snowflakeid.commandline;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.util.Optional;

/**
 * The standard output and standard error of a process that is one command. The command line gets them as they are, since it prints
 * colors; all that others print there, such as libraries that log, is made visible line by line.
 */
public final class StandardStreams {

    private final PrintStream out;
    private final PrintStream err;

    private StandardStreams(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /** To be called first in {@code main}: whoever has taken {@code System.err} before goes on with it as it was. */
    public static StandardStreams take() {
        StandardStreams streams = new StandardStreams(System.out, System.err);
        System.setOut(visible(streams.out));
        System.setErr(visible(streams.err));
        return streams;
    }

    private static PrintStream visible(PrintStream target) {
        Charset charset = Charset.defaultCharset(); // what others encode with
        return new PrintStream(new VisibleLines(target, charset), true, charset);
    }

    /** For the command line itself; text from outside goes through a {@link VisibleWriter}. */
    public PrintWriter out() {
        return writer(out);
    }

    /** See {@link #out}. */
    public PrintWriter err() {
        return writer(err);
    }

    /** The stream knows in which charset the terminal reads. */
    private static PrintWriter writer(PrintStream stream) {
        Writer writer = new Writer() {
            @Override
            public void write(char[] text, int offset, int length) {
                stream.print(new String(text, offset, length));
            }

            @Override
            public void flush() {
                stream.flush();
            }

            @Override
            public void close() {
                stream.flush();
            }
        };
        return new PrintWriter(writer, true);
    }

    /**
     * To be called when the command is done: a result that could not be printed is a failure, and gets a line on standard error. A
     * reader that has seen enough, such as {@code head}, is none.
     *
     * @param exitCode that of the command
     * @param unwritten the one for output that was lost
     * @return {@code exitCode}, or {@code unwritten} instead of 0
     */
    public int end(int exitCode, int unwritten) {
        Optional<String> lost = out.checkError() ? whyOutputIsLost() : Optional.empty();
        lost.ifPresent(reason -> err.println("error: standard output cannot be written (" + reason
                + "), so what was printed is not complete: free some space, or send it elsewhere"));
        return lost.isPresent() && exitCode == 0 ? unwritten : exitCode;
    }

    /** The stream keeps no reason; another try tells it. */
    private static Optional<String> whyOutputIsLost() {
        try {
            new FileOutputStream(FileDescriptor.out).write('\n');
            return Optional.of("a write failed");
        } catch (IOException e) {
            String reason = String.valueOf(e.getMessage());
            return reason.contains("Broken pipe") || reason.contains("pipe is being closed")
                    ? Optional.empty()
                    : Optional.of(reason);
        }
    }

    /** Decodes whole lines; a line that nobody ends is not shown. */
    private static final class VisibleLines extends OutputStream {

        private final PrintStream target;
        private final Charset charset;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        VisibleLines(PrintStream target, Charset charset) {
            this.target = target;
            this.charset = charset;
        }

        @Override
        public void write(int unit) {
            if (unit == '\n') {
                target.println(VisibleWriter.visible(line.toString(charset).replaceFirst("\r$", "")));
                line.reset();
            } else {
                line.write(unit);
            }
        }

        @Override
        public void flush() {
            target.flush();
        }
    }
}
