package io.snowflakeid.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.shardingsphere.infra.algorithm.core.context.AlgorithmSQLContext;
import org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm;
import org.apache.shardingsphere.infra.spi.type.typed.TypedSPILoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SnowflakeKeyGeneratorTest {

    private static final AlgorithmSQLContext ORDER = new AlgorithmSQLContext("shop", null, "t_order", "id");

    @AfterEach
    void giveWorkersBack() {
        SnowflakeKeyGenerator.closeConfigured();
    }

    // ---- a generator with a name

    @Test
    void takesIdsOfTheGeneratorThatIsRegisteredUnderItsName() {
        KeyGenerateAlgorithm keys = keysOf("generator", "orders");
        IdGenerator ids = CountingIdGenerator.from(1001);
        SnowflakeKeyGenerator.register(" orders ", ids);
        try {
            assertThat(generated(keys, 3)).isEqualTo(List.of(1001L, 1002L, 1003L));
        } finally {
            SnowflakeKeyGenerator.unregister("orders", ids);
        }
        assertThatThrownBy(() -> keys.generateKeys(ORDER, 1))
                .hasMessageContainingAll(
                        "t_order.id: no generator is registered as 'orders'",
                        "registered are []",
                        "call SnowflakeKeyGenerator.register(\"orders\", ids)",
                        "before the first insert");
    }

    @Test
    void refusesASecondGeneratorOfANameAndKeepsTheFirst() {
        IdGenerator first = CountingIdGenerator.from(1);
        IdGenerator second = CountingIdGenerator.from(1);
        SnowflakeKeyGenerator.register("orders", first);
        try {
            assertThatThrownBy(() -> SnowflakeKeyGenerator.register("orders", second))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll(
                            "registered as 'orders':",
                            "register each name once",
                            "unregister it before the generator is closed");
            SnowflakeKeyGenerator.unregister("orders", second); // not its own
            assertThat(generated(keysOf("generator", "orders"), 1)).isEqualTo(List.of(1L));
        } finally {
            SnowflakeKeyGenerator.unregister("orders", first);
        }
    }

    @Test
    void refusesANameThatIsBlank() {
        assertThatThrownBy(() -> SnowflakeKeyGenerator.register(" ", CountingIdGenerator.from(1)))
                .hasMessageContainingAll(
                        "a generator's name must not be blank", "but is ' '", "the property generator");
        assertThatThrownBy(() -> keysOf("generator", " "))
                .hasMessageContainingAll(
                        "SNOWFLAKE_LEASED.generator must not be blank",
                        "set it to the name that is passed to SnowflakeKeyGenerator.register");
    }

    // ---- settings

    @Test
    void opensOneGeneratorForEqualSettings() {
        KeyGenerateAlgorithm keys = keysOf("worker", 7, "namespace", "keys");
        KeyGenerateAlgorithm madeAnew = keysOf("worker", 7, "namespace", "keys");

        long first = (Long) generated(keys, 1).get(0);
        long second = (Long) generated(madeAnew, 1).get(0);

        assertThat(second).isGreaterThan(first);
        assertThat(SnowflakeLayout.DEFAULT.decode(first).worker()).isEqualTo(7);
    }

    @Test
    @Timeout(60)
    void concurrentStartsWithEqualSettingsShareOneGenerator() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            List<Callable<KeyGenerateAlgorithm>> starts =
                    Collections.nCopies(8, () -> keysOf("worker", 8, "namespace", "keys"));
            for (Future<KeyGenerateAlgorithm> keys : pool.invokeAll(starts)) {
                assertThat(generated(keys.get(), 1)).hasSize(1);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void whatCouldNotBeOpenedIsTriedAgain() {
        try (SnowflakeIdGenerator taken = SnowflakeIdGenerator.on(
                FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 9).inNamespace("keys"))) {
            assertThat(taken.nextId()).isPositive();
            assertThatThrownBy(() -> keysOf("worker", 9, "namespace", "keys")).hasMessageContaining("already claimed");
        }
        assertThat(generated(keysOf("worker", 9, "namespace", "keys"), 1)).hasSize(1);
    }

    @Test
    void leasesAWorkerOfALedger() {
        KeyGenerateAlgorithm keys =
                keysOf("ledger", "jdbc:h2:mem:keys;DB_CLOSE_DELAY=-1", "ledger.scope", "shared", "layout", "TWITTER");

        assertThat(generated(keys, 100)).doesNotHaveDuplicates().hasSize(100);
    }

    @Test
    void releasesTheWorkerByCloseConfigured() {
        KeyGenerateAlgorithm keys = keysOf("worker", 7, "namespace", "keys");
        SnowflakeKeyGenerator.closeConfigured();

        try (SnowflakeIdGenerator free = SnowflakeIdGenerator.on(
                FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 7).inNamespace("keys"))) {
            assertThat(free.nextId()).isPositive();
        }
        assertThatThrownBy(() -> keys.generateKeys(ORDER, 1))
                .hasMessageStartingWith("the generator of worker 7 is closed: take ids before it is closed");
    }

    @Test
    void refusesPropertiesByName() {
        assertThatThrownBy(() -> keysOf("worker-id", 7))
                .hasMessageContainingAll(
                        "unknown property SNOWFLAKE_LEASED.worker-id,",
                        "known are generator, clock-policy, datacenter, epoch, file, layout, ledger,"
                                + " ledger.create-tables,",
                        "ledger.password, ledger.scope, ledger.user, ledger.window, max-leap," + " max-wait,",
                        "namespace, run-ahead, worker");
        assertThatThrownBy(() -> keysOf())
                .hasMessageContainingAll(
                        "SNOWFLAKE_LEASED.generator, SNOWFLAKE_LEASED.worker or SNOWFLAKE_LEASED.ledger is missing",
                        "name a registered generator",
                        "or a worker id",
                        "or the database");
        assertThatThrownBy(() -> keysOf("generator", "orders", "worker", 7))
                .hasMessageContainingAll(
                        "SNOWFLAKE_LEASED.generator names a generator with its own settings",
                        "[generator, worker] are set",
                        "remove the others, or generator");
        assertThatThrownBy(() -> keysOf("worker", 1024)).hasMessageContaining("SNOWFLAKE_LEASED.worker");
        assertThatThrownBy(() -> keysOf("ledger", "jdbc:h2:mem:keys"))
                .hasMessageContaining("SNOWFLAKE_LEASED.ledger.scope is missing");
        assertThatThrownBy(() -> keysOf("ledger", "ds_0", "ledger.scope", "shared"))
                .hasMessageContainingAll(
                        "SNOWFLAKE_LEASED.ledger: 'ds_0' is not a jdbc: address",
                        "no data source",
                        "set the jdbc: address of one physical database",
                        "or register a generator",
                        "SNOWFLAKE_LEASED.generator");
        assertThatThrownBy(() -> keysOf("ledger", "jdbc:shardingsphere:classpath:none.yaml", "ledger.scope", "shared"))
                .hasMessageContainingAll(
                        "SNOWFLAKE_LEASED.ledger: a physical data source is needed",
                        "org.apache.shardingsphere.driver.ShardingSphereDriver routes to many");
    }

    // ---- genes

    @Test
    void refusesLayoutsWithGeneBits() {
        String[] refusal = {
            "layout 41x1ms/0/10/9/3@2010-11-04T01:42:54.657Z has 3 gene bits",
            "does not pass the row's sharding key to a key generator",
            "before the insert",
            "@SnowflakeId(geneFrom = ...)",
            "nextId(layout.geneOf(key))",
            "or use a layout without a gene"
        };
        SnowflakeLayout gene = SnowflakeLayout.DEFAULT.withGene(3);
        assertThatThrownBy(() -> keysOf("worker", 7, "namespace", "gene", "layout", gene.spec()))
                .hasMessageContainingAll(refusal);
        try (SnowflakeIdGenerator ids =
                SnowflakeIdGenerator.on(FixedWorkerLedger.of(gene, 7).inNamespace("gene"))) {
            assertThatThrownBy(() -> SnowflakeKeyGenerator.register("orders", ids))
                    .hasMessageContainingAll(refusal);
        }
    }

    private static List<?> generated(KeyGenerateAlgorithm keys, int count) {
        Collection<? extends Comparable<?>> generated = keys.generateKeys(ORDER, count);
        return List.copyOf(generated);
    }

    private static KeyGenerateAlgorithm keysOf(Object... namesAndValues) {
        Properties properties = new Properties();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            properties.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return TypedSPILoader.getService(KeyGenerateAlgorithm.class, "SNOWFLAKE_LEASED", properties);
    }
}
