package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.snowflakeid.Gene;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderPlanTest {

    private static final OrderPlan PLAN = new OrderPlan(OrdersOptions.DEFAULT);
    private static final List<PlacedOrder> ALL = IntStream.range(0, OrdersOptions.DEFAULT.orders())
            .mapToObj(PLAN::order)
            .toList();

    @Test
    void makesMoreThanAHundredThousandRowsByDefault() {
        assertThat(ALL.stream().mapToInt(PlacedOrder::rows).sum()).isGreaterThan(100_000);
    }

    @Test
    void givesAnOrderTheItemsAndPaymentsOfARealShop() {
        assertThat(ALL.stream()
                        .mapToInt(placed -> placed.items().size())
                        .average()
                        .orElseThrow())
                .isCloseTo(1.13, within(0.01));
        assertThat(ALL.stream()
                        .mapToInt(placed -> placed.payments().size())
                        .average()
                        .orElseThrow())
                .isCloseTo(1.04, within(0.01));
    }

    @Test
    void paysEachOrderInFull() {
        assertThat(ALL).allSatisfy(placed -> {
            long toPay = placed.items().stream()
                    .mapToLong(item -> item.getPriceCents() * item.getQuantity())
                    .sum();
            assertThat(placed.order().getAmountCents()).isEqualTo(toPay);
            assertThat(placed.payments().stream()
                            .mapToLong(Payment::getAmountCents)
                            .sum())
                    .isEqualTo(toPay);
        });
    }

    @Test
    void hasLogNormalPrices() {
        List<Double> logs = ALL.stream()
                .flatMap(placed -> placed.items().stream())
                .map(item -> Math.log((double) item.getPriceCents()))
                .toList();
        double mean = logs.stream().mapToDouble(log -> log).average().orElseThrow();
        double variance = logs.stream()
                .mapToDouble(log -> (log - mean) * (log - mean))
                .average()
                .orElseThrow();

        assertThat(Math.exp(mean)).isCloseTo(4500, within(100.0));
        assertThat(Math.sqrt(variance)).isCloseTo(0.9, within(0.02));
    }

    @Test
    void followsTheCurveOfADay() {
        Map<Integer, Long> perHour = ALL.stream()
                .collect(Collectors.groupingBy(
                        placed -> placed.order().getCreatedAt().getHour(), Collectors.counting()));

        assertThat(perHour).hasSize(24);
        assertThat(perHour.get(20)).isGreaterThan(20 * perHour.get(4));
    }

    @Test
    void letsFewUsersOrderMuchAndManyLittle() {
        List<Long> perUser = new ArrayList<>(ordersPerUser(ALL).values());
        perUser.sort(null);

        assertThat(perUser.get(perUser.size() / 2)).isEqualTo(1);
        assertThat(perUser.get(perUser.size() - 1)).isGreaterThan(30);
    }

    @ParameterizedTest
    @CsvSource({"32000, 64", "2000, 4", "499, 1", "1, 1"})
    void letsNoUserHaveMoreThanItsPart(int orders, int most) {
        OrderPlan plan = new OrderPlan(new OrdersOptions(orders, 1, 7));
        List<PlacedOrder> all = IntStream.range(0, orders).mapToObj(plan::order).toList();

        assertThat(ordersPerUser(all).values()).allMatch(count -> count <= most);
        assertThat(plan.mostOrdersPerUser()).isEqualTo(most);
    }

    @Test
    void hasUserIdsWhoseLowBitsAreSkewed() {
        assertThat(ALL).allMatch(placed -> placed.order().getUserId() % 64 == 0);
    }

    @Test
    void staysBalancedWithTheGeneAllTheSame() {
        for (int seed = 0; seed < 20; seed++) {
            OrderPlan plan = new OrderPlan(new OrdersOptions(32_000, 1, seed));
            int[] perShard = new int[64];
            for (int i = 0; i < 32_000; i++) {
                perShard[(int) Gene.of(plan.order(i).order().getUserId(), 6)]++;
            }
            assertThat(Balance.of(perShard)).as("seed %d", seed).isLessThan(1.3);
        }
    }

    @Test
    void isTheSameForTheSameSeed() {
        OrderPlan again = new OrderPlan(OrdersOptions.DEFAULT);

        assertThat(IntStream.range(0, 1000).mapToObj(i -> text(again.order(i))))
                .containsExactlyElementsOf(
                        ALL.stream().limit(1000).map(OrderPlanTest::text).toList());
        assertThat(text(new OrderPlan(new OrdersOptions(32_000, 3, 2027)).order(0)))
                .isNotEqualTo(text(ALL.get(0)));
    }

    @Test
    void dividesTheOrdersAmongTheWriters() {
        List<Integer> shares = new ArrayList<>();
        for (int writer = 0; writer < 3; writer++) {
            shares.addAll(PLAN.peacefulShareOf(writer));
            shares.addAll(PLAN.outageShareOf(writer));
        }

        assertThat(shares.stream().sorted())
                .containsExactlyElementsOf(
                        IntStream.range(0, ALL.size()).boxed().toList());
    }

    @Test
    void meetsOneShardAfterTheOtherFromADifferentStart() {
        List<Long> shards = PLAN.peacefulShareOf(1).stream()
                .map(order -> Gene.of(ALL.get(order).order().getUserId(), 6))
                .toList();

        assertThat(shards.get(0)).isEqualTo(64 / 3);
        assertThat(IntStream.range(1, shards.size())
                        .filter(i -> !shards.get(i).equals(shards.get(i - 1)))
                        .count())
                .isEqualTo(63);
    }

    @Test
    void sendsTheLastSixteenthIntoTheOutageToAllDatabases() {
        assertThat(PLAN.firstInOutage()).isEqualTo(30_000);
        assertThat(PLAN.outageShareOf(0)).allMatch(order -> order >= 30_000).isSorted();
        assertThat(PLAN.outageShareOf(0).stream().map(PLAN::databaseOf)).contains(0, 1, 2, 3);
        assertThat(new OrderPlan(new OrdersOptions(15, 1, 7)).outageShareOf(0)).isEmpty();
    }

    @Test
    void plansCrashesBeforeTheOutageAlone() {
        assertThat(IntStream.range(0, ALL.size()).filter(PLAN::losesItsIndexRow))
                .hasSize(310)
                .allMatch(order -> order < PLAN.firstInOutage());
        assertThat(IntStream.range(0, ALL.size()).filter(PLAN::isRolledBackOnce))
                .hasSize(143)
                .allMatch(order -> order < PLAN.firstInOutage());
    }

    @Test
    void givesMerchantsFourOrdersOnAverageAndUsersNoneOfTheirs() {
        Map<Long, Long> perMerchant = ALL.stream()
                .collect(Collectors.groupingBy(placed -> placed.order().getMerchantId(), Collectors.counting()));

        assertThat(perMerchant).hasSize(PLAN.merchants());
        assertThat(ALL.size() / (double) perMerchant.size()).isBetween(4.0, 4.5);
        assertThat(perMerchant.values()).allMatch(count -> count < 320);
        assertThat(perMerchant.keySet()).noneMatch(ordersPerUser(ALL)::containsKey);
    }

    private static Map<Long, Long> ordersPerUser(List<PlacedOrder> orders) {
        return orders.stream()
                .map(placed -> placed.order().getUserId())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    private static String text(PlacedOrder placed) {
        Order order = placed.order();
        return order.getUserId() + " " + order.getMerchantId() + " " + order.getStatus() + " " + order.getAmountCents()
                + " " + order.getCreatedAt()
                + placed.items().stream()
                        .map(item -> item.getSku() + "x" + item.getQuantity())
                        .toList()
                + placed.payments().stream()
                        .map(payment -> payment.getMethod() + payment.getPaidAt())
                        .toList();
    }
}
