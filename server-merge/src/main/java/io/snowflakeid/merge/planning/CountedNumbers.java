package io.snowflakeid.merge.planning;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import java.util.Set;

/** Different numbers in ascending order, and how often each was seen. Immutable, and small: a plan keeps those of every column. */
final class CountedNumbers {

    private final long[] numbers;
    private final int[] counts;

    private CountedNumbers(long[] numbers, int[] counts) {
        this.numbers = numbers;
        this.counts = counts;
    }

    /** Takes numbers as they come. */
    static final class Counter {
        private long[] seen = new long[64];
        private int size;

        void add(long number) {
            if (size == seen.length) {
                seen = Arrays.copyOf(seen, 2 * size);
            }
            seen[size++] = number;
        }

        CountedNumbers counted() {
            Arrays.sort(seen, 0, size);
            long[] numbers = new long[size];
            int[] counts = new int[size];
            int different = 0;
            for (int i = 0; i < size; i++) {
                different += i == 0 || seen[i] != seen[i - 1] ? 1 : 0;
                numbers[different - 1] = seen[i];
                counts[different - 1]++;
            }
            return new CountedNumbers(Arrays.copyOf(numbers, different), Arrays.copyOf(counts, different));
        }
    }

    /** How many different ones. */
    int size() {
        return numbers.length;
    }

    boolean isEmpty() {
        return numbers.length == 0;
    }

    /** The least; there must be one. */
    long first() {
        return numbers[0];
    }

    /** The greatest; there must be one. */
    long last() {
        return numbers[numbers.length - 1];
    }

    boolean contains(long number) {
        return Arrays.binarySearch(numbers, number) >= 0;
    }

    /** How often the one was seen that was seen most. */
    int mostOfOne() {
        return Arrays.stream(counts).max().orElse(0);
    }

    /** All of them, in their order. */
    List<Long> all() {
        return new Numbers();
    }

    /** In their order, without some. */
    List<Long> without(Set<Long> some) {
        return some.isEmpty()
                ? all()
                : all().stream().filter(number -> !some.contains(number)).toList();
    }

    private final class Numbers extends AbstractList<Long> implements RandomAccess {
        @Override
        public Long get(int index) {
            return numbers[index];
        }

        @Override
        public int size() {
            return numbers.length;
        }
    }
}
