package io.snowflakeid.spring.boot.contract.aot;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.MybatisConfiguration;
import io.snowflakeid.hibernate.SnowflakeId;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.mapping.SimpleValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.aot.AotServices;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import org.yaml.snakeyaml.Yaml;

/** The hints for a native image, in files of our jars and registered with Spring. */
class NativeHintsTest {

    private static final String FILES = "META-INF/native-image/io.snowflakeid/*/";
    private static final String SHARDING_SPHERE =
            "org.apache.shardingsphere.driver.jdbc.core.datasource.ShardingSphereDataSource";

    /** Depends on the Hibernate version. */
    private static final Set<String> MAY_BE_ABSENT = Set.of(
            SHARDING_SPHERE,
            "org.hibernate.mapping.GeneratorCreator",
            "org.hibernate.mapping.IdentifierGeneratorCreator");

    @Test
    void allThatTheFilesNameIsThere() throws IOException {
        Set<String> absent = new TreeSet<>();
        for (Map<String, Object> entry : all("reflect-config.json")) {
            String name = (String) entry.get("name");
            Class<?> type = type(name);
            if (type == null) {
                absent.add(name);
            } else {
                methods(entry).filter(method -> !has(type, method)).forEach(method -> absent.add(name + "." + method));
            }
        }
        for (Map<String, Object> proxy : all("proxy-config.json")) {
            strings(proxy.get("interfaces")).stream()
                    .filter(name -> type(name) == null)
                    .forEach(absent::add);
        }

        assertThat(absent).isSubsetOf(MAY_BE_ABSENT).contains(SHARDING_SPHERE);
    }

    private static @Nullable Class<?> type(String name) {
        ClassLoader loader = NativeHintsTest.class.getClassLoader();
        return ClassUtils.isPresent(name, loader) ? ClassUtils.resolveClassName(name, loader) : null;
    }

    private static Stream<String> methods(Map<String, Object> entry) {
        return maps(entry.get("methods")).stream().map(method -> (String) method.get("name"));
    }

    private static boolean has(Class<?> type, String method) {
        return method.equals("<init>")
                ? ClassUtils.hasConstructor(type)
                : ReflectionUtils.findMethod(type, method) != null;
    }

    @Test
    void allThatIsMadeByItsNameIsListed() throws Exception {
        Set<String> made = new TreeSet<>();
        made.add(SnowflakeInterceptor.class.getName());
        made.add(SnowflakeId.class.getAnnotation(IdGeneratorType.class).value().getName());
        for (Resource services : resources("META-INF/services/*")) {
            services.getContentAsString(StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> line.startsWith("io.snowflakeid.") && !line.contains(".testing."))
                    .forEach(made::add);
        }

        assertThat(made).contains("io.snowflakeid.hibernate.SnowflakeIntegrator");
        assertThat(all("reflect-config.json"))
                .filteredOn(entry -> methods(entry).anyMatch("<init>"::equals))
                .extracting(entry -> (String) entry.get("name"))
                .containsExactlyInAnyOrderElementsOf(made);
    }

    @Test
    void whatHibernateTakesGeneratorsByIsListed() throws Exception {
        String creator = Stream.of(SimpleValue.class.getMethods())
                .filter(method -> method.getName().equals("setCustomIdGeneratorCreator"))
                .map(method -> method.getParameterTypes()[0].getName())
                .findAny()
                .orElseThrow();

        assertThat(all("proxy-config.json"))
                .anySatisfy(
                        proxy -> assertThat(strings(proxy.get("interfaces"))).containsExactly(creator));
        assertThat(all("reflect-config.json"))
                .anySatisfy(entry -> assertThat(entry)
                        .containsEntry("name", SimpleValue.class.getName())
                        .containsEntry("allPublicMethods", true));
    }

    @Test
    void theScriptsOfTheLedgerAreListed() throws Exception {
        String listed = resources(FILES + "resource-config.json")[0].getContentAsString(StandardCharsets.UTF_8);

        assertThat(resources("io/snowflakeid/ledger/*.sql"))
                .hasSize(listed.split("pattern", -1).length - 1)
                .allSatisfy(script ->
                        assertThat(listed).contains("\\\\Qio/snowflakeid/ledger/" + script.getFilename() + "\\\\E"));
    }

    @Test
    void whatIsLookedForByItsNameIsFound() {
        RuntimeHints hints = new RuntimeHints();
        AotServices.factories().load(RuntimeHintsRegistrar.class).stream()
                .filter(registrar -> registrar.getClass().getName().startsWith("io.snowflakeid."))
                .forEach(registrar -> registrar.registerHints(hints, NativeHintsTest.class.getClassLoader()));

        assertThat(RuntimeHintsPredicates.reflection().onType(MybatisConfiguration.class))
                .accepts(hints);
        for (Class<?> mark : List.of(SnowflakeId.class, io.snowflakeid.mybatis.SnowflakeId.class)) {
            assertThat(RuntimeHintsPredicates.reflection()
                            .onType(mark)
                            .withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS))
                    .accepts(hints);
        }
    }

    private static List<Map<String, Object>> all(String file) throws IOException {
        List<Map<String, Object>> entries = new ArrayList<>();
        for (Resource found : resources(FILES + file)) {
            entries.addAll(maps(new Yaml().load(found.getContentAsString(StandardCharsets.UTF_8)))); // JSON is YAML
        }
        return entries;
    }

    private static Resource[] resources(String pattern) throws IOException {
        return new PathMatchingResourcePatternResolver().getResources("classpath*:" + pattern);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> maps(@Nullable Object list) {
        return list == null ? List.of() : (List<Map<String, Object>>) list;
    }

    @SuppressWarnings("unchecked")
    private static List<String> strings(@Nullable Object list) {
        return (List<String>) list;
    }
}
