package io.snowflakeid.ledger;

/** What a namespace may be called, by whomever its workers are granted. */
final class NamespaceForm {

    private static final String FORM = "[A-Za-z0-9_.:-]{1,64}";

    private NamespaceForm() {}

    /** @throws IllegalArgumentException if it is of another form */
    static String require(String namespace) {
        if (!namespace.matches(FORM)) {
            throw new IllegalArgumentException(
                    "namespace must be 1 to 64 of letters, digits and _ . : -, but is '" + namespace + "'");
        }
        return namespace;
    }
}
