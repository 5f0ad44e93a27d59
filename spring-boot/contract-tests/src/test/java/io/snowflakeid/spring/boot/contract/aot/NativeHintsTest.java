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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.ibatis.plugin.Intercepts;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.mapping.SimpleValue;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.aot.AotServices;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** The hints for a native image: those of the files in our jars, and those that Spring is given. */
class NativeHintsTest {

    private static final List<String> JARS = List.of("snowflake-core", "hibernate-snowflake", "mybatis-snowflake");

    /** ShardingSphere, and the one or the other of the last two, by the line of Hibernate. */
    private static final Set<String> MAY_BE_ABSENT = Set.of(
            "org.apache.shardingsphere.driver.jdbc.core.datasource.ShardingSphereDataSource",
            "org.hibernate.mapping.GeneratorCreator",
            "org.hibernate.mapping.IdentifierGeneratorCreator");

    @Test
    void allThatTheFilesNameIsThere() throws Exception {
        Set<String> absent = new TreeSet<>();
        for (Map<String, Object> entry : all("reflect-config.json")) {
            Class<?> type = type((String) entry.get("name"), absent);
            for (Map<String, Object> method : maps(entry.get("methods"))) {
                assertThat(method.get("parameterTypes")).isEqualTo(List.of());
                if (type != null && method.get("name").equals("<init>")) {
                    assertThat(type.getDeclaredConstructor()).isNotNull();
                } else if (type != null) {
                    assertThat(type.getDeclaredMethod((String) method.get("name")))
                            .isNotNull();
                }
            }
        }
        for (Map<String, Object> proxy : all("proxy-config.json")) {
            for (String name : strings(proxy.get("interfaces"))) {
                Class<?> type = type(name, absent);
                assertThat(type == null || type.isInterface()).as(name).isTrue();
            }
        }

        assertThat(absent).contains("org.apache.shardingsphere.driver.jdbc.core.datasource.ShardingSphereDataSource");
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

        List<String> listed = all("reflect-config.json").stream()
                .filter(entry -> maps(entry.get("methods")).stream()
                        .anyMatch(method -> method.get("name").equals("<init>")))
                .map(entry -> (String) entry.get("name"))
                .toList();

        assertThat(made).contains("io.snowflakeid.hibernate.SnowflakeIntegrator");
        assertThat(listed).containsExactlyInAnyOrderElementsOf(made);
    }

    @Test
    void whatTheInterceptorStandsBeforeIsListed() throws Exception {
        List<String> intercepted = Stream.of(SnowflakeInterceptor.class
                        .getAnnotation(Intercepts.class)
                        .value())
                .map(signature -> signature.type().getName())
                .toList();

        assertProxyAndMethods(intercepted, intercepted.get(0));
    }

    @Test
    void whatHibernateTakesGeneratorsByIsListed() throws Exception {
        String creator = Stream.of(SimpleValue.class.getMethods())
                .filter(method -> method.getName().equals("setCustomIdGeneratorCreator"))
                .map(method -> method.getParameterTypes()[0].getName())
                .findAny()
                .orElseThrow();

        assertProxyAndMethods(List.of(creator), SimpleValue.class.getName());
    }

    private static void assertProxyAndMethods(List<String> interfaces, String type) throws IOException {
        assertThat(all("proxy-config.json"))
                .anySatisfy(
                        proxy -> assertThat(strings(proxy.get("interfaces"))).isEqualTo(interfaces));
        assertThat(all("reflect-config.json"))
                .anySatisfy(
                        entry -> assertThat(entry).containsEntry("name", type).containsEntry("allPublicMethods", true));
    }

    @Test
    void theScriptsOfTheLedgerAreListed() throws Exception {
        List<Pattern> patterns = includes().stream()
                .map(include -> Pattern.compile((String) include.get("pattern")))
                .toList();
        Resource[] scripts = resources("io/snowflakeid/ledger/*.sql");

        assertThat(scripts).hasSize(patterns.size());
        for (Resource script : scripts) {
            assertThat(patterns)
                    .anyMatch(pattern -> pattern.matcher("io/snowflakeid/ledger/" + script.getFilename())
                            .matches());
        }
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

    private static Class<?> type(String name, Set<String> absent) throws ClassNotFoundException {
        try {
            return Class.forName(name, false, NativeHintsTest.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            if (!MAY_BE_ABSENT.contains(name)) {
                throw e;
            }
            absent.add(name);
            return null;
        }
    }

    private static List<Map<String, Object>> all(String file) throws IOException {
        List<Map<String, Object>> entries = new ArrayList<>();
        for (String jar : JARS) {
            for (Resource found : resources(path(jar, file))) {
                String json = found.getContentAsString(StandardCharsets.UTF_8);
                entries.addAll(maps(JsonParserFactory.getJsonParser().parseList(json)));
            }
        }
        return entries;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> includes() throws IOException {
        Resource file = resources(path("snowflake-core", "resource-config.json"))[0];
        Map<String, Object> config =
                JsonParserFactory.getJsonParser().parseMap(file.getContentAsString(StandardCharsets.UTF_8));
        return maps(((Map<String, Object>) config.get("resources")).get("includes"));
    }

    private static String path(String jar, String file) {
        return "META-INF/native-image/io.snowflakeid/" + jar + "/" + file;
    }

    private static Resource[] resources(String pattern) throws IOException {
        return new PathMatchingResourcePatternResolver().getResources("classpath*:" + pattern);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> maps(Object list) {
        return list == null ? List.of() : (List<Map<String, Object>>) list;
    }

    @SuppressWarnings("unchecked")
    private static List<String> strings(Object list) {
        return (List<String>) list;
    }
}
