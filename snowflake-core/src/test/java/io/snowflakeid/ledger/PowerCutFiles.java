package io.snowflakeid.ledger;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The files of one real folder, and what a power cut would leave of them, as POSIX promises it: the content that a file had when it
 * was last synced, under the names that the folder had when that was last synced. A file that never was synced is empty.
 */
final class PowerCutFiles extends FileSystemProvider {

    private final Path folder;
    private final Runnable afterEachStep;
    private final FileSystemProvider real;
    private final FileSystem system = new WatchedFiles();
    private final Map<Object, byte[]> syncedContents = new HashMap<>(); // by the file's own key, which a move keeps
    private Map<String, Object> syncedNames = Map.of();

    /** @param afterEachStep called whenever what would be left may have changed */
    PowerCutFiles(Path folder, Runnable afterEachStep) {
        this.folder = folder;
        this.afterEachStep = afterEachStep;
        real = folder.getFileSystem().provider();
    }

    /** A file of the folder, for code that is to be watched. */
    Path file(String name) {
        return watched(folder.resolve(name));
    }

    /** Makes another folder as it would be after a power cut now. */
    void writeLeft(Path to) throws IOException {
        for (Map.Entry<String, Object> entry : syncedNames.entrySet()) {
            Files.write(to.resolve(entry.getKey()), syncedContents.getOrDefault(entry.getValue(), new byte[0]));
        }
    }

    private void synced(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            Map<String, Object> names = new HashMap<>();
            try (Stream<Path> files = Files.list(path)) {
                for (Path file : files.toList()) {
                    names.put(file.getFileName().toString(), key(file));
                }
            }
            syncedNames = names;
        } else {
            syncedContents.put(key(path), Files.readAllBytes(path));
        }
        afterEachStep.run();
    }

    private static Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    // ---- paths of this file system stand before those of the real one

    private interface Watched {}

    private Path watched(Path path) {
        return (Path) Proxy.newProxyInstance(
                PowerCutFiles.class.getClassLoader(),
                new Class<?>[] {Path.class, Watched.class},
                (self, method, given) -> {
                    Object[] arguments = given == null ? new Object[0] : given.clone();
                    for (int i = 0; i < arguments.length; i++) {
                        arguments[i] = arguments[i] instanceof Watched ? real((Path) arguments[i]) : arguments[i];
                    }
                    if (method.getName().equals("getFileSystem")) {
                        return system;
                    }
                    try {
                        Object result = method.invoke(path, arguments);
                        return result instanceof Path other ? watched(other) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static Path real(Path path) {
        return path instanceof Watched ? Path.of(path.toString()) : path;
    }

    // ---- what is watched

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        FileChannel opened = real.newFileChannel(real(path), options, attributes);
        afterEachStep.run();
        return new Channel(opened, real(path));
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        real.move(real(source), real(target), options);
        afterEachStep.run();
    }

    private final class Channel extends FileChannel {
        private final FileChannel to;
        private final Path path;

        Channel(FileChannel to, Path path) {
            this.to = to;
            this.path = path;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            int written = to.write(source);
            afterEachStep.run();
            return written;
        }

        @Override
        public void force(boolean metaData) throws IOException {
            to.force(metaData);
            synced(path);
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) throws IOException {
            return to.lock(position, size, shared);
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) throws IOException {
            return to.tryLock(position, size, shared);
        }

        @Override
        protected void implCloseChannel() throws IOException {
            to.close();
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            return to.read(target);
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            return to.read(target, position);
        }

        @Override
        public long size() throws IOException {
            return to.size();
        }

        @Override
        public long position() throws IOException {
            return to.position();
        }

        @Override
        public FileChannel position(long newPosition) throws IOException {
            to.position(newPosition);
            return this;
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) {
            throw notWatched();
        }

        @Override
        public long write(ByteBuffer[] sources, int offset, int length) {
            throw notWatched();
        }

        @Override
        public int write(ByteBuffer source, long position) {
            throw notWatched();
        }

        @Override
        public FileChannel truncate(long size) {
            throw notWatched();
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw notWatched();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) {
            throw notWatched();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw notWatched();
        }
    }

    /** A way to write that a power cut is not known for here. */
    private static UnsupportedOperationException notWatched() {
        return new UnsupportedOperationException("not watched");
    }

    // ---- what only reads

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        real.checkAccess(real(path), modes);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        return real.readAttributes(real(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        return real.readAttributes(real(path), attributes, options);
    }

    @Override
    public boolean isSameFile(Path one, Path other) throws IOException {
        return real.isSameFile(real(one), real(other));
    }

    @Override
    public String getScheme() {
        return "power-cut";
    }

    // ---- what a window file does not need

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw notWatched();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        throw notWatched();
    }

    @Override
    public Path getPath(URI uri) {
        throw notWatched();
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path path, DirectoryStream.Filter<? super Path> filter) {
        throw notWatched();
    }

    @Override
    public void createDirectory(Path path, FileAttribute<?>... attributes) {
        throw notWatched();
    }

    @Override
    public void delete(Path path) {
        throw notWatched();
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) {
        throw notWatched();
    }

    @Override
    public boolean isHidden(Path path) {
        throw notWatched();
    }

    @Override
    public FileStore getFileStore(Path path) {
        throw notWatched();
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        throw notWatched();
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
        throw notWatched();
    }

    private final class WatchedFiles extends FileSystem {
        @Override
        public FileSystemProvider provider() {
            return PowerCutFiles.this;
        }

        @Override
        public void close() {
            throw notWatched();
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public String getSeparator() {
            return folder.getFileSystem().getSeparator();
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            throw notWatched();
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            throw notWatched();
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            throw notWatched();
        }

        @Override
        public Path getPath(String first, String... more) {
            throw notWatched();
        }

        @Override
        public PathMatcher getPathMatcher(String pattern) {
            throw notWatched();
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            throw notWatched();
        }

        @Override
        public WatchService newWatchService() {
            throw notWatched();
        }
    }
}
