/** Provides {@link io.snowflakeid.zookeeper.ZooKeeperWorkerLedger}, which stores a ledger in ZooKeeper. */
@NullMarked
package io.snowflakeid.zookeeper;

import org.jspecify.annotations.NullMarked;
