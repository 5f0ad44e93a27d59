package io.snowflakeid.generator;

import io.snowflakeid.IdBatch;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.ledger.FixedWorkerLedger;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;

/** A process that writes ids into a file, eight bytes each, until it is killed. */
final class IdWriterProcess {

    private IdWriterProcess() {}

    /** Arguments: the file to write, and that of the window. */
    public static void main(String[] args) throws IOException {
        WorkerLedger ledger = FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 3).storedIn(Path.of(args[1]));
        SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(ledger);
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(args[0])))) {
            while (true) {
                IdBatch batch = ids.reserve(500);
                while (batch.remaining() > 0) {
                    out.writeLong(batch.next());
                }
                out.flush();
            }
        }
    }
}
