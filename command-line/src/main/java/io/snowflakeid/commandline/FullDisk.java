package io.snowflakeid.commandline;

import java.util.Arrays;
import java.util.regex.Pattern;

/** A failure for want of space, which reaches us in the words of the operating system alone. */
final class FullDisk {

    /** Linux and macOS, a user's share, Windows; H2 leaves the reason out when it tells another process. */
    private static final Pattern WORDS = Pattern.compile("No space left on device|Disk quota exceeded"
            + "|not enough space on the disk|MVStoreException: Writing to .* failed");

    private FullDisk() {}

    static boolean isBehind(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (WORDS.matcher(String.valueOf(cause.getMessage())).find()
                    || Arrays.stream(cause.getSuppressed()).anyMatch(FullDisk::isBehind)) {
                return true;
            }
        }
        return false;
    }
}
