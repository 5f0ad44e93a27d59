package io.snowflakeid.zookeeper;

/** What a node held when it was read, and its version then. */
record Node(String text, int version) {}
