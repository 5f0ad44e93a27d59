package io.snowflakeid.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.BackgroundCallback;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Persistent nodes with a line of text, changed only by who knows their version. Whatever else goes wrong is a
 * {@link StoreFailure}: it may or may not have been written.
 */
final class Nodes {

    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final long LONGEST_WAIT_SECONDS = 10;

    private final CuratorFramework curator;

    Nodes(CuratorFramework curator) {
        this.curator = curator;
    }

    /** ZooKeeper did not answer, or refused. */
    static final class StoreFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        StoreFailure(Exception cause) {
            super(cause.getMessage(), cause);
        }
    }

    private interface Work<T> {
        T run() throws Exception;
    }

    /** Curator declares that it throws anything. */
    private static <T> T ask(Work<T> work) throws KeeperException {
        try {
            return work.run();
        } catch (KeeperException.NoNodeException
                | KeeperException.NodeExistsException
                | KeeperException.BadVersionException expected) {
            throw expected;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreFailure(e);
        } catch (Exception e) {
            throw new StoreFailure(e);
        }
    }

    Optional<Node> read(String path) {
        Stat stat = new Stat();
        try {
            byte[] data = ask(() -> curator.getData().storingStatIn(stat).forPath(path));
            return Optional.of(new Node(new String(data, StandardCharsets.UTF_8), stat.getVersion()));
        } catch (KeeperException noNode) {
            return Optional.empty();
        }
    }

    /** The names of the nodes below; none if there is no such node. */
    List<String> children(String path) {
        try {
            return ask(() -> curator.getChildren().forPath(path));
        } catch (KeeperException noNode) {
            return List.of();
        }
    }

    /** Those of these names below a path that are there, by name; asked for all at once, not one after the other. */
    Map<String, Node> readAll(String path, List<String> names) {
        Map<String, Node> found = new ConcurrentHashMap<>();
        AtomicReference<@Nullable KeeperException> failure = new AtomicReference<>();
        CountDownLatch answers = new CountDownLatch(names.size());
        try {
            for (String name : names) {
                BackgroundCallback onAnswer = (client, event) -> {
                    Code code = Code.get(event.getResultCode());
                    if (code == Code.OK) {
                        String text = new String(event.getData(), StandardCharsets.UTF_8);
                        found.put(name, new Node(text, event.getStat().getVersion()));
                    } else if (code != Code.NONODE) {
                        failure.set(KeeperException.create(code, event.getPath()));
                    }
                    answers.countDown();
                };
                ask(() -> curator.getData().inBackground(onAnswer).forPath(path + "/" + name));
            }
            boolean all = ask(() -> answers.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS));
            KeeperException failed = all ? failure.get() : new KeeperException.OperationTimeoutException();
            if (failed != null) {
                throw new StoreFailure(failed);
            }
        } catch (KeeperException e) {
            throw new StoreFailure(e);
        }
        return found;
    }

    /** Makes sure of a node without text. */
    void ensure(String path) {
        if (read(path).isEmpty()) {
            create(path, "");
        }
    }

    /** False if there is such a node already; its parent must be there. */
    boolean create(String path, String text) {
        try {
            ask(() -> curator.create().forPath(path, bytes(text)));
            return true;
        } catch (KeeperException.NodeExistsException exists) {
            return false;
        } catch (KeeperException noParent) {
            throw new StoreFailure(noParent);
        }
    }

    /** False if the node has changed since, or is gone. */
    boolean replace(String path, Node seen, String text) {
        try {
            ask(() -> curator.setData().withVersion(seen.version()).forPath(path, bytes(text)));
            return true;
        } catch (KeeperException changed) {
            return false;
        }
    }

    /** Lets the server that is asked catch up with the leader: it may lag, above all after a connection was moved. */
    void catchUp(String path) {
        try {
            ask(() -> curator.sync().forPath(path));
        } catch (KeeperException e) {
            throw new StoreFailure(e);
        }
    }

    /** The leader's clock, nanoseconds since 1970-01-01T00:00Z: it stamps every write, and answers with that. */
    long clockNanos(String path) {
        ensure(path);
        try {
            Stat written = ask(() -> curator.setData().forPath(path, bytes("")));
            return written.getMtime() * NANOS_PER_MILLI;
        } catch (KeeperException deleted) {
            throw new StoreFailure(deleted);
        }
    }

    /** Whether everybody who reaches ZooKeeper may change a node, or make and delete some below it; false if that is not told. */
    boolean openToEverybody(String path) {
        try {
            return ask(() -> curator.getACL().forPath(path)).stream().anyMatch(Nodes::letsEverybodyWrite);
        } catch (KeeperException noNode) {
            return false;
        } catch (StoreFailure e) {
            if (e.getCause() instanceof KeeperException.NoAuthException) {
                return false;
            }
            throw e;
        }
    }

    private static boolean letsEverybodyWrite(ACL entry) {
        int writes = Perms.WRITE | Perms.CREATE | Perms.DELETE | Perms.ADMIN;
        return entry.getId().equals(Ids.ANYONE_ID_UNSAFE) && (entry.getPerms() & writes) != 0;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
