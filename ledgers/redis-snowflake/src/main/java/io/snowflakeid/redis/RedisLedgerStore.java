package io.snowflakeid.redis;

import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.LedgerStore;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerReading;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerSession;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerState;
import io.snowflakeid.ledger.spi.LedgerStore.PlacedRow;
import io.snowflakeid.ledger.spi.LedgerStore.WorkerRow;
import io.snowflakeid.ledger.spi.StoreFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Stores a namespace in one hash of Redis. The hash has a field {@code datacenter/worker} for each worker, and a field for the namespace. Each read
 * and each write runs one script, so a {@link LedgerSession} needs no dedicated connection.
 */
final class RedisLedgerStore implements LedgerStore, LedgerSession {

    private static final Pattern LOGIN = Pattern.compile("(?m)^(NOAUTH|WRONGPASS|ERR invalid password)");
    private static final Pattern RIGHT =
            Pattern.compile("(?m)^NOPERM|ACL failure in script|can't run this command or subcommand");

    private static final String NAMESPACE = "namespace";
    private static final int SERVER = 4; // the index of the server in the reply of the script READ

    private final RedisScripts redis;
    private final String key;

    RedisLedgerStore(RedisScripts redis, String namespace) {
        this.redis = redis;
        key = "snowflake:{" + namespace + "}";
    }

    @Override
    public String name() {
        return "Redis";
    }

    /** Searches the messages of all causes for a Redis error, because Redis clients wrap exceptions. */
    @Override
    public Reason reason(Throwable failure) {
        String said = Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .map(each -> each.getMessage() + "\n")
                .collect(Collectors.joining());
        if (LOGIN.matcher(said).find()) {
            return Reason.LOGIN_REJECTED;
        }
        return RIGHT.matcher(said).find() ? Reason.RIGHT_MISSING : Reason.UNREACHABLE;
    }

    @Override
    public boolean mayForgetAll() {
        return true;
    }

    @Override
    public <T> T converse(Function<LedgerSession, T> talk) {
        return talk.apply(this);
    }

    // ---- read

    @Override
    public long ledgerNanos() {
        return nanos(query(""));
    }

    private static long nanos(List<String> reply) {
        return (Long.parseLong(reply.get(1)) * 1_000_000 + Long.parseLong(reply.get(2))) * 1000;
    }

    @Override
    public Optional<LedgerReading> read(Access access, long datacenter, long worker) {
        List<String> reply = query(field(datacenter, worker));
        String row = reply.get(5);
        String namespace = reply.get(6);
        return namespace.isEmpty()
                ? Optional.empty()
                : Optional.of(new LedgerReading(
                        datacenter,
                        worker,
                        row.isEmpty() ? null : WorkerRow.parse(row),
                        LedgerState.parse(namespace),
                        reply.get(SERVER),
                        nanos(reply)));
    }

    /** Reads a field, and rejects the reply of a replica, because a replica's data may be outdated. */
    private List<String> query(String field) {
        List<String> reply = run(LedgerScript.READ, field);
        String role = reply.get(3);
        if (!role.isEmpty() && !role.equals("master")) {
            throw new StoreFailure(new IllegalStateException("the server is a replica, its role is " + role
                    + " and not master: connect the client to the primary"));
        }
        return reply;
    }

    private static String field(long datacenter, long worker) {
        return datacenter + "/" + worker;
    }

    @Override
    public List<PlacedRow> rows() {
        List<String> fields = run(LedgerScript.ROWS);
        List<PlacedRow> rows = new ArrayList<>();
        for (int i = 1; i < fields.size(); i += 2) {
            String[] place = fields.get(i).split("/", 2);
            if (place.length == 2) {
                WorkerRow row = WorkerRow.parse(fields.get(i + 1));
                rows.add(new PlacedRow(Long.parseLong(place[0]), Long.parseLong(place[1]), row));
            }
        }
        return rows;
    }

    // ---- write

    @Override
    public boolean create(LedgerState state) {
        String server = query("").get(SERVER);
        return isWritten(NAMESPACE, "", state.writtenBy(server).text());
    }

    @Override
    public boolean write(LedgerReading seen, LedgerState wanted) {
        return isWritten(NAMESPACE, seen.state().text(), wanted.text());
    }

    /** Writes a worker's row. The method returns false if Redis was restarted or replaced after the ledger read the row. */
    @Override
    public boolean write(LedgerReading seen, WorkerRow wanted) {
        WorkerRow present = seen.row();
        return isWritten(
                field(seen.datacenter(), seen.worker()),
                present == null ? "" : present.text(),
                wanted.text(),
                seen.server(),
                seen.state().text());
    }

    private boolean isWritten(String... arguments) {
        return run(LedgerScript.WRITE, arguments).get(0).equals("written");
    }

    // ---- scripts

    private List<String> run(LedgerScript script, String... arguments) {
        try {
            return script.checked(redis.run(script.text(), key, List.of(arguments)));
        } catch (RuntimeException e) {
            throw new StoreFailure(e);
        }
    }
}
