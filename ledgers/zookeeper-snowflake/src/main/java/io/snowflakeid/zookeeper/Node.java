package io.snowflakeid.zookeeper;

/** What a node held when it was read, and the version that a change must find. */
record Node(String text, int version) {}
