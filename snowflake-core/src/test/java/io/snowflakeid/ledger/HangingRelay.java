package io.snowflakeid.ledger;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Forwards bytes between its callers and a server, unless it hangs: then they stay where they are, and no connection ends. */
final class HangingRelay implements AutoCloseable {

    private final String host;
    private final int serverPort;
    private final ServerSocket door;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private boolean hangs; // guarded by this

    HangingRelay(String host, int serverPort) throws IOException {
        this.host = host;
        this.serverPort = serverPort;
        door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    synchronized void hang() {
        hangs = true;
    }

    synchronized void goOn() {
        hangs = false;
        notifyAll();
    }

    private synchronized void awaitGoing() throws InterruptedException {
        while (hangs) {
            wait();
        }
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException | InterruptedException ended) {
                        // one side is gone: so is the other, see forward
                    }
                },
                "hanging-relay");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (!door.isClosed()) {
            Socket caller = door.accept();
            sockets.add(caller);
            start(() -> connect(caller));
        }
    }

    private void connect(Socket caller) throws IOException, InterruptedException {
        awaitGoing();
        Socket server = new Socket(host, serverPort);
        sockets.add(server);
        start(() -> forward(caller, server));
        forward(server, caller);
    }

    private void forward(Socket from, Socket to) throws IOException, InterruptedException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[8192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                awaitGoing();
                out.write(buffer, 0, read);
            }
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket socket : sockets) {
            socket.close();
        }
        goOn();
    }
}
