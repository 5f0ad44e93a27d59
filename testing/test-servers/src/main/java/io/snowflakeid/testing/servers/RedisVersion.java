package io.snowflakeid.testing.servers;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Asks a Redis for its version by two lines of its protocol: the fixture has no client, since modules test different ones. */
final class RedisVersion {

    private static final int PATIENCE_MILLIS = 5_000;

    private RedisVersion() {}

    /** Fails if nothing answers there. */
    static String at(String address) {
        try {
            return ask(address);
        } catch (IOException e) {
            throw new AssertionError("Redis at " + address + " does not answer", e);
        }
    }

    static String ask(String address) throws IOException {
        URI uri = URI.create(address);
        int port = uri.getPort() < 0 ? 6379 : uri.getPort();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(uri.getHost(), port), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write("INFO server\r\nQUIT\r\n".getBytes(StandardCharsets.US_ASCII));
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            List<String> answer = lines.lines().toList();
            if (answer.isEmpty()) {
                throw new EOFException("the connection was closed without an answer");
            }
            return answer.stream()
                    .filter(line -> line.startsWith("redis_version:"))
                    .map(line -> line.substring(line.indexOf(':') + 1))
                    .findFirst()
                    .orElse("of unknown version"); // a password is asked for
        } catch (UncheckedIOException e) {
            throw e.getCause(); // of reading line by line
        }
    }
}
