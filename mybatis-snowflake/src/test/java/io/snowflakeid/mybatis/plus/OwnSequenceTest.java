package io.snowflakeid.mybatis.plus;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.MybatisSqlSessionFactoryBuilder;
import com.baomidou.mybatisplus.core.config.GlobalConfig;
import com.baomidou.mybatisplus.core.toolkit.GlobalConfigUtils;
import com.baomidou.mybatisplus.core.toolkit.IdWorker;
import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.ibatis.session.SqlSessionFactory;
import org.junit.jupiter.api.Test;

/** Whether MyBatis-Plus starts its own sequence, which it does once the class is loaded. */
class OwnSequenceTest {

    private static final String SEQUENCE = "com.baomidou.mybatisplus.core.toolkit.Sequence";

    @Test
    void neverStartsBesideOurs() throws Exception {
        assertThat(classesLoadedBy(WithOurs.class))
                .contains(GlobalConfig.class.getName())
                .doesNotContain(SEQUENCE);
    }

    @Test
    void startsWithASessionFactoryThatWasGivenNoGenerator() throws Exception {
        assertThat(classesLoadedBy(WithoutOurs.class)).contains(SEQUENCE);
    }

    static final class WithOurs implements Runnable {
        @Override
        public void run() {
            CountingIdGenerator ids = CountingIdGenerator.from(1001);
            MybatisConfiguration configuration = new MybatisConfiguration();
            GlobalConfig global = GlobalConfigUtils.defaults();
            global.setIdentifierGenerator(new SnowflakeIdentifierGenerator(ids));
            GlobalConfigUtils.setGlobalConfig(configuration, global);
            configuration.addInterceptor(SnowflakeInterceptor.annotatedOnly(ids));
            SqlSessionFactory sessions = new MybatisSqlSessionFactoryBuilder().build(configuration);
            if (sessions.getConfiguration() != configuration) {
                throw new AssertionError("another configuration");
            }
            if (IdWorker.getId() != 1001) {
                throw new AssertionError("not ours");
            }
        }
    }

    static final class WithoutOurs implements Runnable {
        @Override
        public void run() {
            new MybatisSqlSessionFactoryBuilder().build(new MybatisConfiguration());
            IdWorker.getId();
        }
    }

    private static Set<String> classesLoadedBy(Class<? extends Runnable> scenario) throws Exception {
        try (Watched fresh = new Watched()) {
            var constructor = fresh.loadClass(scenario.getName()).getDeclaredConstructor();
            constructor.setAccessible(true);
            ((Runnable) constructor.newInstance()).run();
            return fresh.loaded;
        }
    }

    static URL[] classPath(Predicate<String> entries) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entries)
                .map(OwnSequenceTest::address)
                .toArray(URL[]::new);
    }

    private static URL address(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(entry, e);
        }
    }

    /** Loads all classes again except those of the JDK. */
    private static final class Watched extends URLClassLoader {

        private final Set<String> loaded = ConcurrentHashMap.newKeySet();

        Watched() {
            super(classPath(entry -> true), ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            loaded.add(name);
            return super.findClass(name);
        }
    }
}
