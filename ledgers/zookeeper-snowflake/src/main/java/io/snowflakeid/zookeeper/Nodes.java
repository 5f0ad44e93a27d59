package io.snowflakeid.zookeeper;

import io.snowflakeid.ledger.spi.StoreFailure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.BackgroundCallback;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** Reads the data of ZooKeeper nodes, and changes nodes in transactions. After a {@link StoreFailure}, the outcome of a write is unknown. */
final class Nodes {

    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final long LONGEST_WAIT_SECONDS = 10;

    private final CuratorFramework curator;

    Nodes(CuratorFramework curator) {
        this.curator = curator;
    }

    private interface Work<T> {
        T run() throws Exception;
    }

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

    // ---- read

    Optional<String> read(String path) {
        try {
            byte[] data = ask(() -> curator.getData().forPath(path));
            return Optional.of(new String(data, StandardCharsets.UTF_8));
        } catch (KeeperException noNode) {
            return Optional.empty();
        }
    }

    /** Returns the numeric names of a node's children, or an empty list if the node does not exist. */
    List<String> numbersBelow(String path) {
        try {
            return ask(() -> curator.getChildren().forPath(path)).stream()
                    .filter(name -> name.chars().allMatch(Character::isDigit))
                    .toList();
        } catch (KeeperException noNode) {
            return List.of();
        }
    }

    /** Reads child nodes in parallel, and returns the data of each existing node by the node's name. */
    Map<String, String> readAll(String path, List<String> names) {
        Map<String, String> found = new ConcurrentHashMap<>();
        AtomicReference<@Nullable KeeperException> failure = new AtomicReference<>();
        CountDownLatch answers = new CountDownLatch(names.size());
        try {
            for (String name : names) {
                BackgroundCallback onAnswer = (client, event) -> {
                    Code code = Code.get(event.getResultCode());
                    if (code == Code.OK) {
                        found.put(name, new String(event.getData(), StandardCharsets.UTF_8));
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

    /** Waits until the connected server has caught up with the leader. */
    void catchUp(String path) {
        try {
            ask(() -> curator.sync().forPath(path));
        } catch (KeeperException e) {
            throw new StoreFailure(e);
        }
    }

    // ---- write

    /** Creates a node if the node does not exist. The parent of the node must exist. */
    void ensure(String path) {
        if (read(path).isEmpty()) {
            try {
                ask(() -> curator.create().forPath(path, bytes("")));
            } catch (KeeperException.NodeExistsException another) {
                return;
            } catch (KeeperException noParent) {
                throw new StoreFailure(noParent);
            }
        }
    }

    /**
     * Writes the node, and returns the timestamp that the leader assigned, in nanoseconds since 1970-01-01T00:00Z. The method returns empty if the
     * node does not exist.
     */
    Optional<Long> clockNanos(String path) {
        try {
            Stat written = ask(() -> curator.setData().forPath(path, bytes("")));
            return Optional.of(written.getMtime() * NANOS_PER_MILLI);
        } catch (KeeperException noNode) {
            return Optional.empty();
        }
    }

    Change change() {
        return new Change();
    }

    /** A transaction that changes nothing if one of its steps fails. */
    final class Change {

        private final List<CuratorOp> steps = new ArrayList<>();

        private Change with(Work<CuratorOp> step) {
            try {
                steps.add(step.run());
                return this;
            } catch (Exception e) { // this call sends no request to ZooKeeper
                throw new StoreFailure(e);
            }
        }

        Change ifExists(String path) {
            return with(() -> curator.transactionOp().check().forPath(path));
        }

        Change create(String path, String text) {
            return with(() -> curator.transactionOp().create().forPath(path, bytes(text)));
        }

        Change delete(String path) {
            return with(() -> curator.transactionOp().delete().forPath(path));
        }

        Change replace(String path, String text) {
            return with(() -> curator.transactionOp().setData().forPath(path, bytes(text)));
        }

        boolean commit() {
            try {
                ask(() -> curator.transaction().forOperations(steps));
                return true;
            } catch (KeeperException changed) {
                return false;
            }
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
