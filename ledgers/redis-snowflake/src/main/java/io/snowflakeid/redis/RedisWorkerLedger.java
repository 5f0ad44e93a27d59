package io.snowflakeid.redis;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.ledger.spi.LedgerBuilder;
import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.ledger.spi.StoreWorkerLedger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A ledger in Redis 5 or newer, or Valkey: one hash per namespace, {@code snowflake:{namespace}}, changed by scripts that each decide
 * one thing against the server's own clock.
 *
 * <p><b>Guarantee.</b> No two windows of one worker overlap, whatever clocks and processes do, and also if Redis forgets: a server that
 * was flushed, restarted, restored or replaced, with all, some or none of the data, grants no worker before every window has ended
 * that it may have forgotten. That is one window and 10 s after it is first asked; who holds a worker goes on meanwhile. Known by the
 * {@code run_id} of the server; if none is told, a loss of some writes goes unnoticed, and {@link #markRecovered} is up to the
 * operator.
 *
 * <p><b>Assumed.</b> All processes of a namespace have windows of the same length, or the longest has been in use since Redis last
 * forgot everything. The clock of a server that forgot is not more than 10 s behind the one that granted. Whose ids run ahead of
 * that clock by more than that (it was set back, or another ledger of a group has a clock that is ahead) reaches Redis once before it
 * grants again: then its window is waited for, too. A primary that was cut off takes no writes while another one does: with
 * Sentinel or Cluster set {@code min-replicas-to-write 1} and {@code min-replicas-max-lag 10}.
 *
 * <p><b>Recommended.</b> {@code appendonly yes} and {@code maxmemory-policy noeviction}, so that nothing is forgotten in the first
 * place; {@code WAIT} guarantees nothing and is not used. The keys never expire: an entry says which ticks are spent, and that stays
 * true.
 *
 * <p><b>A new ledger</b> cannot be told from a forgotten one, so its very first acquisition waits as long, unless
 * {@link #setUpForFirstUse} is called before.
 *
 * <p><b>Which databases may ever be merged?</b> They share one ledger ({@link #shared}), or each has its own ledger that owns a
 * datacenter number ({@link #forDatacenter}). There is no default: the choice is stored with the layout, and a process that
 * disagrees is refused.
 *
 * <p>An acquisition reads the workers of its datacenter that were ever used; a renewal reads one. Thread-safe.
 */
public final class RedisWorkerLedger extends StoreWorkerLedger {

    private static final Comparator<PlacedRow> BY_PLACE =
            Comparator.comparingLong(PlacedRow::datacenter).thenComparingLong(PlacedRow::worker);

    private final RedisScripts redis;
    private final LedgerSettings settings;

    private RedisWorkerLedger(LedgerSettings settings, RedisScripts redis) {
        super(settings);
        this.settings = settings;
        this.redis = redis;
    }

    /** A ledger that all databases share which may ever be merged. */
    public static Builder shared(SnowflakeLayout layout, RedisScripts redis) {
        return new Builder(layout, redis);
    }

    /**
     * A ledger that owns a datacenter number: a region's or a game server's own. Every other ledger of databases that may ever be
     * merged with this one has another number.
     *
     * @throws IllegalArgumentException if the number does not fit into the layout's datacenter bits
     */
    public static Builder forDatacenter(SnowflakeLayout layout, long datacenter, RedisScripts redis) {
        return new Builder(layout, datacenter, redis);
    }

    // ---- acquire

    @Override
    protected Attempt attempt(String token, long wallNanos) {
        Reply reply = run(
                LedgerScript.ACQUIRE,
                wallNanos / 1_000_000,
                farthestClock().toMillis(),
                settings.slackTicks(),
                settings.datacenter(),
                settings.firstWorker(),
                settings.lastWorker(),
                token,
                settings.holder());
        Instant ledgerNow = Instant.ofEpochSecond(0, reply.ledgerNanos());
        return switch (reply.status()) {
            case "granted" -> Attempt.granted(grant(reply, token));
            case "taken" -> Attempt.taken(ledgerNow);
            case "opening" -> Attempt.opening(settings.layout().timestampOf(reply.number(0)), ledgerNow);
            case "clock" -> throw clocksApart(reply.ledgerNanos(), wallNanos);
            case "early" -> throw beforeEpoch(reply.ledgerNanos());
            case "over" -> throw ranOut();
            default -> throw refused(reply);
        };
    }

    @Override
    protected Optional<WorkerGrant> adopt(String token) {
        Reply reply = run(LedgerScript.LIST);
        return rows(reply).stream()
                .filter(placed -> placed.datacenter() == settings.datacenter()
                        && token.equals(placed.row().token()))
                .findFirst()
                .map(placed ->
                        rules().grant(placed.datacenter(), placed.worker(), placed.row(), token, reply.ledgerNanos()));
    }

    private WorkerGrant grant(Reply reply, String token) {
        return new WorkerGrant(
                settings.datacenter(), reply.number(0), reply.number(1), reply.number(2), token, reply.ledgerNanos());
    }

    // ---- renew, release

    /**
     * {@inheritDoc}
     *
     * <p>If Redis has forgotten the worker and is not open again, this fails instead: the window may be used up to its end.
     */
    @Override
    public Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick) {
        Reply reply = ask(
                "renew worker " + grant.worker(),
                LedgerScript.RENEW,
                grant.datacenter(),
                grant.worker(),
                grant.token(),
                withinLayout(positionTick),
                settings.maxLeapTicks(),
                grant.until());
        return switch (reply.status()) {
            case "granted" -> Optional.of(grant(reply, grant.token()));
            case "lost" -> Optional.empty();
            case "forgotten" ->
                throw forgotten(
                        grant,
                        settings.layout().timestampOf(reply.number(0)),
                        "give Redis a disk (appendonly yes) and maxmemory-policy noeviction");
            default -> throw refused(reply);
        };
    }

    @Override
    public void release(WorkerGrant grant, long firstUnusedTick) {
        ask(
                "take worker " + grant.worker() + " back",
                LedgerScript.RELEASE,
                grant.datacenter(),
                grant.worker(),
                grant.token(),
                withinLayout(firstUnusedTick));
    }

    /** Whatever lies beyond the layout's end means that all is spent; larger numbers would not be exact in Lua. */
    private long withinLayout(long tick) {
        return Math.min(tick, settings.endTick());
    }

    // ---- for people

    /**
     * {@inheritDoc}
     *
     * @throws WorkerLedgerException if Redis cannot be asked
     */
    @Override
    public List<WorkerEntry> workers() {
        Reply reply = ask("list its workers", LedgerScript.LIST);
        long nowTick = rules().tickAt(reply.ledgerNanos());
        return rows(reply).stream()
                .sorted(BY_PLACE)
                .map(placed -> entry(placed.datacenter(), placed.worker(), placed.row(), nowTick))
                .toList();
    }

    private static List<PlacedRow> rows(Reply reply) {
        List<PlacedRow> rows = new ArrayList<>();
        List<String> fields = reply.values();
        for (int i = 0; i < fields.size(); i += 2) {
            if (PlacedRow.isRow(fields.get(i))) {
                rows.add(PlacedRow.of(fields.get(i), fields.get(i + 1)));
            }
        }
        return rows;
    }

    /**
     * To be called after Redis lost acknowledged writes without being restarted or replaced, for example when the key was restored by
     * hand: no worker is granted before every window has ended that may have been lost. Who holds a worker goes on. Called without
     * need, it costs only that waiting.
     *
     * @return when the first window can begin
     * @throws WorkerLedgerException if Redis cannot be asked
     */
    public Instant markRecovered() {
        return opensAt(ask("be opened later", LedgerScript.RECOVER));
    }

    /**
     * To be called once in the life of a namespace, before its first process starts: the first window can then begin at once. Never
     * call it from the application's start: where Redis has forgotten a namespace that is in use, ids would repeat.
     *
     * @throws WorkerLedgerException if the namespace is there already, or Redis cannot be asked
     */
    public void setUpForFirstUse() {
        Reply reply = ask("be set up", LedgerScript.FIRST_USE);
        if (reply.is("exists")) {
            throw new WorkerLedgerException("namespace '" + settings.namespace()
                    + "' is there already, so this is not its first use: leave the call out");
        }
        opensAt(reply);
    }

    private Instant opensAt(Reply reply) {
        if (!reply.is("opening")) {
            throw refused(reply);
        }
        return settings.layout().timestampOf(reply.number(0));
    }

    private WorkerLedgerException refused(Reply reply) {
        if (reply.is("differs")) {
            List<String> stored = reply.values();
            return settings.differs(LedgerSettings.stored(stored.get(0), stored.get(1), stored.get(2)));
        }
        throw new IllegalStateException("unknown reply " + reply + ": RedisScripts must return the script's own");
    }

    // ---- scripts

    private Reply ask(String what, LedgerScript script, Object... arguments) {
        try {
            return run(script, arguments);
        } catch (RuntimeException e) {
            throw failed(what, e);
        }
    }

    private Reply run(LedgerScript script, Object... arguments) {
        SnowflakeLayout layout = settings.layout();
        List<String> all = new ArrayList<>(List.of(
                layout.spec(),
                settings.storedScope(),
                String.valueOf(LedgerSettings.VERSION),
                String.valueOf(layout.epoch().toEpochMilli()),
                String.valueOf(layout.tick().toMillis()),
                String.valueOf(settings.windowTicks()),
                String.valueOf(settings.slackTicks() + layout.runAheadTicks()),
                String.valueOf(settings.endTick())));
        for (Object argument : arguments) {
            all.add(argument.toString());
        }
        return Reply.of(redis.run(script.text(), "snowflake:{" + settings.namespace() + "}", all));
    }

    @Override
    protected String store() {
        return "Redis";
    }

    /** Settings of a ledger in Redis; not thread-safe. */
    public static final class Builder extends LedgerBuilder<Builder> {

        private static final int MOST_TIMESTAMP_BITS = 51;

        private final RedisScripts redis;

        private Builder(SnowflakeLayout layout, RedisScripts redis) {
            super(exact(layout));
            this.redis = redis;
        }

        private Builder(SnowflakeLayout layout, long datacenter, RedisScripts redis) {
            super(exact(layout), datacenter);
            this.redis = redis;
        }

        /** Three windows, each as long as the layout at most, stay below 2^53, up to where whole numbers are exact in Lua. */
        private static SnowflakeLayout exact(SnowflakeLayout layout) {
            if (layout.timestampBits() > MOST_TIMESTAMP_BITS) {
                throw new IllegalArgumentException("layout " + layout.spec() + " has " + layout.timestampBits()
                        + " bits of timestamp, and Redis counts exactly up to " + MOST_TIMESTAMP_BITS
                        + ": use a layout with fewer");
            }
            return layout;
        }

        @Override
        protected Builder self() {
            return this;
        }

        /**
         * The ledger; nothing is asked of Redis yet.
         *
         * @throws IllegalArgumentException if the settings contradict each other
         */
        public RedisWorkerLedger build() {
            return new RedisWorkerLedger(settings(), redis);
        }
    }
}
