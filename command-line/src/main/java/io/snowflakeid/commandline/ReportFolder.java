package io.snowflakeid.commandline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Creates and checks the folder that the option {@code --report} names. */
public final class ReportFolder {

    private ReportFolder() {}

    /**
     * Creates the folder if the folder does not exist.
     *
     * @return the absolute path of the folder
     * @throws CommandFailure if the folder cannot be created or is not writable
     */
    public static Path require(Path folder) {
        try {
            Files.createDirectories(folder);
            if (!Files.isWritable(folder)) {
                throw new IOException("no write permission");
            }
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "the report cannot be written to " + folder + " (" + e + "): set another folder with --report",
                    e);
        }
        return folder.toAbsolutePath().normalize();
    }

    /** Returns a failure for an error during the writing of a report. */
    public static CommandFailure unwritten(Path where, IOException e) {
        return new CommandFailure(
                ExitCode.NOT_WRITTEN,
                "the report could not be written to " + where + " (" + e
                        + "): free some space there, or set another folder with --report",
                e);
    }
}
