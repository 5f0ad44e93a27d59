package io.snowflakeid.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.data.Stat;

/** A node in a snapshot of the ensemble, parents before children. */
record StoredNode(String path, String text, int version) {

    static List<StoredNode> below(CuratorFramework curator, String path) throws Exception {
        Stat stat = new Stat();
        byte[] data = curator.getData().storingStatIn(stat).forPath(path);
        List<StoredNode> nodes = new ArrayList<>(
                List.of(new StoredNode(path, new String(data, StandardCharsets.UTF_8), stat.getVersion())));
        for (String child : curator.getChildren().forPath(path)) {
            nodes.addAll(below(curator, path + "/" + child));
        }
        return nodes;
    }

    /** Restores the node with its version. */
    private void restore(CuratorFramework curator) throws Exception {
        byte[] data = text.getBytes(StandardCharsets.UTF_8);
        curator.create().forPath(path, data);
        for (int i = 0; i < version; i++) {
            curator.setData().forPath(path, data);
        }
    }

    /** Replaces all existing nodes. */
    static void restore(CuratorFramework curator, List<StoredNode> copy) throws Exception {
        curator.delete().deletingChildrenIfNeeded().forPath(copy.get(0).path());
        for (StoredNode node : copy) {
            node.restore(curator);
        }
    }
}
