/** A worker ledger in ZooKeeper: {@link io.snowflakeid.zookeeper.ZooKeeperWorkerLedger}. */
@NullMarked
package io.snowflakeid.zookeeper;

import org.jspecify.annotations.NullMarked;
