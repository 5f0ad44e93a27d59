package io.snowflakeid;

import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.h2.jdbcx.JdbcDataSource;

/** A process that writes ids into a file, eight bytes each, until it is killed. */
final class IdWriterProcess {

    private IdWriterProcess() {}

    /** Arguments: the file to write; then {@code file PATH} or {@code jdbc URL}. */
    public static void main(String[] args) throws IOException {
        WorkerLedger ledger = args[1].equals("file") ? inFile(args[2]) : inDatabase(args[2]);
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

    private static WorkerLedger inFile(String path) {
        return FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 3).storedIn(Path.of(path));
    }

    private static WorkerLedger inDatabase(String url) {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL(url);
        dataSource.setUser("sa");
        dataSource.setPassword("");
        return JdbcWorkerLedger.shared(SnowflakeLayout.builder().workerBits(3).build(), dataSource)
                .window(Duration.ofMillis(600))
                .build();
    }
}
