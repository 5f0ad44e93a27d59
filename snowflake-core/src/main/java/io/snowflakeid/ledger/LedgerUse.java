package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeIdGenerator;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/**
 * What someone wants of a ledger.
 *
 * @param place equal for all who share a generator
 * @param terms what they must agree on
 * @param generator on the ledger, not built yet
 * @param asWritten how the settings of this user are written
 */
record LedgerUse(
        Place place,
        Terms terms,
        JdbcWorkerLedger ledger,
        SnowflakeIdGenerator.Builder generator,
        UnaryOperator<String> asWritten) {

    /** The same object, or connections to the same address, is the same ledger. */
    record Place(DataSource dataSource, String namespace, boolean ownsDatacenter, long datacenter) {
        @Override
        public String toString() {
            return "ledger '" + namespace + "' (" + (ownsDatacenter ? "" : "shared, ") + "datacenter " + datacenter
                    + ")";
        }
    }

    record Terms(String layout, boolean createTables, Duration renewEvery, Duration window, GeneratorTerms generator) {

        /** Those that others see otherwise, by the names of their settings. */
        Map<String, Object> otherThan(Terms others) {
            Map<String, Object> different = bySetting();
            different.entrySet().removeAll(others.bySetting().entrySet());
            return different;
        }

        private Map<String, Object> bySetting() {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("layout", layout);
            all.put("ledger.create-tables", createTables);
            all.put("ledger.renew-every", renewEvery);
            all.put("ledger.window", window);
            all.putAll(generator.bySetting());
            return all;
        }
    }
}
