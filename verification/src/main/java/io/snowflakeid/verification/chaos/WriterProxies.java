package io.snowflakeid.verification.chaos;

import io.snowflakeid.commandline.Database;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A proxy for each writer in front of each database, so that any writer can lose any of them. For one thread, besides {@link #close}. */
final class WriterProxies implements AutoCloseable {

    private final List<List<FaultyProxy>> byWriter = new ArrayList<>();
    private int outages;

    /** @param databases those that the writers share; none if they need none */
    WriterProxies(List<Database> databases, int writers) throws IOException {
        for (int writer = 0; writer < writers; writer++) {
            List<FaultyProxy> proxies = new ArrayList<>();
            byWriter.add(proxies);
            for (Database database : databases) {
                proxies.add(new FaultyProxy(database));
            }
        }
    }

    /** The databases as that writer reaches them. */
    List<Database> of(int writer) {
        return byWriter.get(writer).stream().map(FaultyProxy::database).toList();
    }

    /**
     * The proxies that an outage meets, all to the same database, to another one each time. A writer that is without one of its
     * databases already loses no other: several are there so that one may be lost.
     */
    List<FaultyProxy> toLose(int writer) {
        int database = outages++ % byWriter.get(0).size();
        return (writer == Fault.EVERY_WRITER ? byWriter : List.of(byWriter.get(writer)))
                .stream()
                        .filter(proxies -> proxies.stream().noneMatch(FaultyProxy::hasFault))
                        .map(proxies -> proxies.get(database))
                        .toList();
    }

    @Override
    public void close() throws IOException {
        for (List<FaultyProxy> proxies : byWriter) {
            for (FaultyProxy proxy : proxies) {
                proxy.close();
            }
        }
    }
}
