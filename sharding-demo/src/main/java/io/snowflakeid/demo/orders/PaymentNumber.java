package io.snowflakeid.demo.orders;

import io.snowflakeid.IdFormat;
import java.util.Locale;

/**
 * The number of a payment, as a customer reads it to the hotline: {@code 1TY8H-Q6Q80-M07}. It is the payment's id in Crockford's
 * base 32, so it needs no column and no index, and it leads to the shard of its order as the id does.
 */
final class PaymentNumber {

    private static final IdFormat FORMAT = IdFormat.CROCKFORD32.fixedWidth();

    private PaymentNumber() {}

    /** In groups of 5, 5 and 3. */
    static String of(long paymentId) {
        String text = FORMAT.format(paymentId);
        return text.substring(0, 5) + "-" + text.substring(5, 10) + "-" + text.substring(10);
    }

    /**
     * The payment's id; small letters, blanks and hyphens anywhere do not matter, and what looks alike is taken for the digit
     * (O for 0, I and L for 1).
     *
     * @throws IllegalArgumentException if it is no payment number, saying why
     */
    static long parse(String heard) {
        return FORMAT.parse(heard.replaceAll("[\\s-]", "")
                .toUpperCase(Locale.ROOT)
                .replace('O', '0')
                .replace('I', '1')
                .replace('L', '1'));
    }
}
