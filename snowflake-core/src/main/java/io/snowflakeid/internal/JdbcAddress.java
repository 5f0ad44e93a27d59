package io.snowflakeid.internal;

import java.sql.SQLException;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Removes passwords from database addresses, so that messages, logs and reports may contain the addresses. */
public final class JdbcAddress {

    /** A pattern that splits an address into the scheme, the text before the first option, and the options. */
    private static final Pattern PARTS =
            Pattern.compile("((?:jdbc:)?[\\w.+-]+:(?://)?)?([^?;&(=]*)(.*)", Pattern.DOTALL);

    private static final Pattern SECRET = Pattern.compile("(?i)[@%]|user|pwd|pass");

    private JdbcAddress() {}

    /**
     * Returns the address on one line, without user, password and options. If the options contain the character {@code @}, the method
     * returns only the scheme, because the options may be part of a password.
     */
    public static String shown(String url) {
        Matcher parts = PARTS.matcher(url);
        if (!parts.matches()) {
            return "...";
        }
        String place = parts.group(2);
        boolean isClear = parts.group(3).indexOf('@') < 0;
        return VisibleText.of(
                Objects.toString(parts.group(1), "") + (isClear ? place.substring(place.lastIndexOf('@') + 1) : "..."));
    }

    /**
     * Returns an exception for a failed connection. If the address may contain a user or a password, the method omits the driver's message, because
     * drivers repeat addresses in their messages.
     */
    public static SQLException withoutSecrets(String url, Exception failure) {
        SQLException known = failure instanceof SQLException sql
                ? sql
                : new SQLException("the driver cannot read the address: " + failure.getMessage(), failure);
        return SECRET.matcher(url).find()
                ? new SQLException(
                        shown(url) + " cannot be used (SQLSTATE " + known.getSQLState() + ", error "
                                + known.getErrorCode()
                                + "; the driver's message is left out, as it may repeat the user or the password of the address):"
                                + " check host, port, form, user and password, or give user and password beside the address to"
                                + " see the message",
                        known.getSQLState(),
                        known.getErrorCode())
                : known;
    }
}
