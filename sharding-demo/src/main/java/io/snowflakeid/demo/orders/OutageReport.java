package io.snowflakeid.demo.orders;

import java.util.List;

/**
 * What a writer process says of the orders that came while a database was away.
 *
 * @param accepted how many orders each database took, by its number
 * @param refused how many each did not take
 * @param slowestRefusalMillis how long the customer waited who waited longest for a refusal
 * @param firstError what the first of them was told; empty if there was none
 */
record OutageReport(List<Integer> accepted, List<Integer> refused, long slowestRefusalMillis, String firstError) {}
