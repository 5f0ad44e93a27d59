package io.snowflakeid.commandline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of {@code --report}. */
public final class ReportFolder {

    private ReportFolder() {}

    /**
     * Makes it where it is missing: before the work, and not after it.
     *
     * @return its absolute path
     * @throws CommandFailure if it cannot be written to
     */
    public static Path require(Path folder) {
        try {
            Files.createDirectories(folder);
            if (!Files.isWritable(folder)) {
                throw new IOException("no right to write there");
            }
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "the report cannot be written to " + folder + " (" + e + "): name another folder with --report",
                    e);
        }
        return folder.toAbsolutePath().normalize();
    }

    /** The end of a run whose report cannot be written to that folder or file. */
    public static CommandFailure unwritten(Path where, IOException e) {
        return new CommandFailure(
                ExitCode.NOT_WRITTEN,
                "the report could not be written to " + where + " (" + e
                        + "): free some space there, or name another folder with --report",
                e);
    }
}
