/** Stores a worker ledger in ZooKeeper, with {@link io.snowflakeid.zookeeper.ZooKeeperWorkerLedger}. */
@NullMarked
package io.snowflakeid.zookeeper;

import org.jspecify.annotations.NullMarked;
