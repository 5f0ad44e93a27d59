package io.snowflakeid.ledger;

import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The ordinal in the host name of a StatefulSet's pod. */
final class StatefulSetOrdinal extends WorkerSource {

    /** A label of DNS, as Kubernetes wants it. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    /** Kubernetes writes no zeros in front. */
    private static final Pattern ORDINAL = Pattern.compile("0|[1-9][0-9]{0,8}");

    private static final Pattern SETTING = Pattern.compile("([^+]*)(?:\\+([0-9]{1,9}))?");

    private final String set;
    private final long offset;

    StatefulSetOrdinal(String set, long offset) {
        if (!NAME.matcher(set).matches()) {
            throw new IllegalArgumentException("'" + set + "' cannot be the name of a StatefulSet:"
                    + " give its metadata.name, small letters, digits and '-', without an ordinal's '-' at the end");
        }
        if (offset < 0) {
            throw new IllegalArgumentException(
                    "offset of StatefulSet " + set + " must be at least 0, but is " + offset);
        }
        this.set = set;
        this.offset = offset;
    }

    /** As settings spell it, {@code orders} or {@code orders+100}. */
    static StatefulSetOrdinal ofSetting(String text) {
        Matcher parts = SETTING.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("statefulset:" + text
                    + " must be statefulset:NAME or statefulset:NAME+OFFSET, with a whole number as offset");
        }
        return new StatefulSetOrdinal(parts.group(1), parts.group(2) == null ? 0 : Long.parseLong(parts.group(2)));
    }

    @Override
    long numberFor(NumberField field, Surroundings here) {
        String host = hostName(here);
        String label = host.split("\\.", 2)[0];
        String prefix = set + "-";
        String ordinal = label.startsWith(prefix) ? label.substring(prefix.length()) : "";
        if (!ORDINAL.matcher(ordinal).matches()) {
            throw new IllegalArgumentException("host name '" + host + "' is none of a pod of StatefulSet " + set + ", "
                    + prefix + "0, " + prefix
                    + "1 and so on: run this process in that set, without host network, or name the"
                    + " set that it runs in");
        }
        long number = Long.parseLong(ordinal) + offset;
        return field.requireFits(
                number,
                "host name '" + host + "' has ordinal " + ordinal
                        + (offset == 0 ? "" : ", with offset " + offset + " number " + number));
    }

    private String hostName(Surroundings here) {
        try {
            return here.hostName();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "the host name cannot be read (" + e.getMessage() + "), so " + this
                            + " is not known: a pod's own name stands in its /etc/hosts; add it there, or use another source",
                    e);
        }
    }

    @Override
    public String toString() {
        return "the ordinal of StatefulSet " + set + (offset == 0 ? "" : " + " + offset);
    }
}
