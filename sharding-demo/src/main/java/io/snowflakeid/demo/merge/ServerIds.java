package io.snowflakeid.demo.merge;

import io.snowflakeid.GeneratorStatus;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.demo.TextbookSnowflake;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Where one game server's ids come from. */
final class ServerIds implements AutoCloseable {

    /** The namespace of every server's ledger; the server's number tells them apart. */
    private static final String NAMESPACE = "game";

    /** What the copied class has for its worker and its datacenter when nobody sets them. */
    private static final long TEXTBOOK_DEFAULT = 1;

    private final @Nullable LongSupplier next;
    private final @Nullable Long datacenter;
    private final @Nullable Long worker;
    private final @Nullable SnowflakeIdGenerator generator;

    private ServerIds(
            @Nullable LongSupplier next,
            @Nullable Long datacenter,
            @Nullable Long worker,
            @Nullable SnowflakeIdGenerator generator) {
        this.next = next;
        this.datacenter = datacenter;
        this.worker = worker;
        this.generator = generator;
    }

    static ServerIds of(World world, int server, DataSource ownDatabase) {
        return switch (world) {
            case AUTO_INCREMENT -> new ServerIds(null, null, null, null);
            case TEXTBOOK -> textbook();
            case SNOWFLAKE -> leased(server, ownDatabase);
        };
    }

    private static ServerIds textbook() {
        TextbookSnowflake ids = new TextbookSnowflake(TEXTBOOK_DEFAULT, TEXTBOOK_DEFAULT, System::currentTimeMillis);
        return new ServerIds(ids::nextId, TEXTBOOK_DEFAULT, TEXTBOOK_DEFAULT, null);
    }

    /** The ledger lies in the server's own database: no server knows of another, only their numbers differ. */
    private static ServerIds leased(int server, DataSource ownDatabase) {
        SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(
                JdbcWorkerLedger.forDatacenter(SnowflakeLayout.GAME_SERVERS, server, ownDatabase)
                        .namespace(NAMESPACE)
                        .build());
        GeneratorStatus status = ids.status();
        return new ServerIds(ids::nextId, status.datacenter(), status.worker(), ids);
    }

    /** The source of ids, or null where the database counts. */
    @Nullable
    LongSupplier next() {
        return next;
    }

    @Nullable
    Long datacenter() {
        return datacenter;
    }

    @Nullable
    Long worker() {
        return worker;
    }

    @Override
    public void close() {
        if (generator != null) {
            generator.close();
        }
    }
}
