package io.snowflakeid.ledger;

import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;

/**
 * Where a fixed worker's number comes from, if not from configuration itself. An application names exactly one source; a number that
 * is missing, malformed or too large is refused, never guessed, masked or folded into range.
 *
 * <p>No source proves that a number is used once: each carries over a promise that others keep, and says which. A number may
 * also move to a machine whose clock is behind that of its previous holder; {@linkplain FixedWorkerLedger#storedIn a file} on a volume
 * that moves along covers that, the promise alone does not. Where it cannot be given, take a {@link JdbcWorkerLedger}.
 *
 * <p>Immutable and thread-safe. The number is looked up once, when the ledger is made.
 */
public final class WorkerSource {

    /** The forms that settings know, for messages. */
    public static final String FORMS = "env:NAME, sysprop:NAME, statefulset:NAME, ipv4:SUBNET";

    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]{1,18}");

    /** A label of DNS, as Kubernetes wants it. */
    private static final Pattern SET = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    /** Kubernetes writes no zeros in front. */
    private static final Pattern ORDINAL = Pattern.compile("0|[1-9][0-9]{0,8}");

    private final String shown;
    private final ToLongFunction<HostEnvironment> reading;
    private final int widest; // how many bits all of its numbers need; 0 if that is not known

    private WorkerSource(String shown, int widest, ToLongFunction<HostEnvironment> reading) {
        this.shown = shown;
        this.widest = widest;
        this.reading = reading;
    }

    /**
     * The whole number in an environment variable.
     *
     * <p><b>Promised by you:</b> no two processes run with the same value at the same time. A value in a pod's template is the same in
     * all its replicas, and a rolling update runs old and new side by side: it suits one replica that is stopped before the next one
     * starts.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    public static WorkerSource environment(String name) {
        return ofText("environment variable", name, host -> host.variable(name));
    }

    /**
     * The whole number in a system property ({@code -Dsnowflake.worker=7}).
     *
     * <p><b>Promised by you:</b> no two processes run with the same value at the same time, as with {@link #environment}.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    public static WorkerSource systemProperty(String name) {
        return ofText("system property", name, host -> host.property(name));
    }

    /**
     * The number behind the name of a Kubernetes StatefulSet in the host name of its pod: 3 in {@code orders-3} and in
     * {@code orders-3.orders.shop.svc}. The set's name is given, so another pod or machine whose name ends in a number is refused:
     * {@code orders-eu-3} and {@code orders-7d4b9-2} are no pods of {@code orders}.
     *
     * <p><b>Promised by the cluster:</b> a set runs at most one pod of an ordinal at a time, in a rolling update too; <em>not</em> if a
     * pod on an unreachable node is deleted by force while it still runs. <b>Promised by you:</b> no other set's ids meet these: sets of
     * the same name in another namespace or cluster have the same ordinals, and so have two sets in this one: give each another
     * datacenter number. The pods use no host network, where the host name is the node's, and belong
     * to a StatefulSet: five random characters of another workload's pod may happen to be digits.
     *
     * @throws IllegalArgumentException if it cannot be a set's name
     */
    public static WorkerSource statefulSetOrdinal(String statefulSetName) {
        if (!SET.matcher(statefulSetName).matches()) {
            throw new IllegalArgumentException("'" + statefulSetName + "' cannot be the name of a StatefulSet:"
                    + " give its metadata.name, small letters, digits and '-', without an ordinal's '-' at the end");
        }
        return new WorkerSource(
                "the ordinal of StatefulSet " + statefulSetName, 0, host -> ordinal(statefulSetName, host));
    }

    /**
     * The host part of this machine's IPv4 address in a subnet: 261 for 10.1.1.5 in {@code 10.1.0.0/22}. The layout needs as many
     * bits as the host part, 10 here. Exactly one address of the machine must lie in the subnet; loopback addresses do not count. The
     * first and the last address of a subnet are numbers like the others, as some networks give them to pods.
     *
     * <p><b>Promised by the network:</b> an address belongs to one machine or pod at a time. <b>Promised by you:</b> the subnet is used
     * once among all processes whose ids may meet (two clusters often have the same pod subnet, and every container host the same
     * bridge); one process per address, so neither two on one machine nor pods on the host network. An address may pass to the next pod
     * at once, even while a pod that was deleted by force still runs.
     *
     * @param subnet a dotted quad with zeros behind the prefix, {@code /} and a prefix of 1 to 31
     * @throws IllegalArgumentException if it is anything else
     */
    public static WorkerSource ipv4(String subnet) {
        Ipv4Subnet parsed = Ipv4Subnet.parse(subnet);
        return new WorkerSource(
                "the host part of this machine's address in " + parsed, parsed.hostBits(), parsed::ownHostPart);
    }

    /** A source as settings spell it: {@value #FORMS}; empty if the text begins with none of these words. */
    static Optional<WorkerSource> parse(String text) {
        int colon = text.indexOf(':');
        String rest = text.substring(colon + 1).trim();
        return switch (text.substring(0, Math.max(colon, 0)).toLowerCase(Locale.ROOT)) {
            case "env" -> Optional.of(environment(rest));
            case "sysprop" -> Optional.of(systemProperty(rest));
            case "statefulset" -> Optional.of(statefulSetOrdinal(rest));
            case "ipv4" -> Optional.of(ipv4(rest));
            default -> Optional.empty();
        };
    }

    /** The number that is there, which must fit into so many bits. */
    long number(HostEnvironment host, int bits) {
        if (widest > bits) {
            throw new IllegalArgumentException(shown + " needs " + widest + " bits, but there are " + bits
                    + ": name a narrower subnet that has all processes, or use a layout with more bits");
        }
        long number = reading.applyAsLong(host);
        if (number >> bits != 0) {
            throw new IllegalArgumentException(
                    shown + " is " + number + ", which does not fit into " + bits + " bits (0.." + ((1L << bits) - 1)
                            + "): give this process a number of that range, or use a layout with more bits");
        }
        return number;
    }

    private static WorkerSource ofText(String kind, String name, Function<HostEnvironment, Optional<String>> lookup) {
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    "the " + kind + " that holds the number has no name: name it, for instance WORKER_ID");
        }
        String shown = kind + " " + name;
        return new WorkerSource(shown, 0, host -> number(shown, lookup.apply(host)));
    }

    private static long number(String shown, Optional<String> value) {
        String text = value.orElse("").trim(); // a value that was read from a file often ends in a line break
        if (!WHOLE_NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException(shown
                    + (value.isEmpty() ? " is not set" : " is '" + text + "', which is no whole number")
                    + ": set it to this process's own number");
        }
        return Long.parseLong(text);
    }

    private static long ordinal(String set, HostEnvironment host) {
        String hostName = hostName(set, host);
        String label = hostName.split("\\.", 2)[0];
        String prefix = set + "-";
        String ordinal = label.startsWith(prefix) ? label.substring(prefix.length()) : "";
        if (!ORDINAL.matcher(ordinal).matches()) {
            throw new IllegalArgumentException("host name '" + hostName + "' is none of a pod of StatefulSet " + set
                    + ", " + prefix + "0, " + prefix
                    + "1 and so on: run this process in that set, without host network,"
                    + " or name the set that it runs in");
        }
        return Long.parseLong(ordinal);
    }

    private static String hostName(String set, HostEnvironment host) {
        try {
            return host.hostName();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "the host name cannot be read (" + e.getMessage() + "), so the ordinal of StatefulSet " + set
                            + " is not known: a pod's own name stands in its /etc/hosts; add it there, or use another source",
                    e);
        }
    }

    /** What is looked at, for messages. */
    @Override
    public String toString() {
        return shown;
    }
}
