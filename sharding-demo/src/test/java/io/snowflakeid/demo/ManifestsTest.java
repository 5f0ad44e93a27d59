package io.snowflakeid.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.ledger.GeneratorConfig;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The manifests of docs/kubernetes are consistent, and have the settings that the library reads. */
class ManifestsTest {

    private static final Path FOLDER = Path.of("..", "docs", "kubernetes");

    private final List<Object> deployment;
    private final List<Object> statefulSet;

    ManifestsTest() throws IOException {
        deployment = documents("deployment.yaml");
        statefulSet = documents("statefulset.yaml");
    }

    private static List<Object> documents(String file) throws IOException {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        List<Object> documents = new ArrayList<>();
        new Yaml(new SafeConstructor(options))
                .loadAll(Files.readString(FOLDER.resolve(file)))
                .forEach(documents::add);
        return documents;
    }

    /** The value at a path such as {@code spec/containers/0/name}; a missing part fails. */
    private static Object at(Object document, String path) {
        Object here = document;
        for (String step : Arrays.asList(path.split("/", -1))) {
            Object next =
                    here instanceof List<?> list ? list.get(Integer.parseInt(step)) : ((Map<?, ?>) here).get(step);
            assertThat(next).as("%s of %s in %s", step, path, here).isNotNull();
            here = next;
        }
        return here;
    }

    private static Properties settings(Object document, String data) throws IOException {
        Properties settings = new Properties();
        settings.load(new StringReader((String) at(document, data + "/ids.properties")));
        assertThat(settings.stringPropertyNames())
                .isSubsetOf(GeneratorConfig.settingNames().toArray(String[]::new));
        return settings;
    }

    private static void requireThatPartsFit(Object workload, Object holderOfSettings, String nameOfHolder) {
        assertThat(at(workload, "spec/selector/matchLabels")).isEqualTo(at(workload, "spec/template/metadata/labels"));
        assertThat(at(workload, "spec/template/spec/volumes/0/" + nameOfHolder))
                .isEqualTo(at(holderOfSettings, "metadata/name"));
        assertThat(at(workload, "spec/template/spec/containers/0/volumeMounts/0/name"))
                .isEqualTo(at(workload, "spec/template/spec/volumes/0/name"));
        assertThat(at(workload, "spec/template/spec/containers/0/volumeMounts/0/mountPath"))
                .isEqualTo("/etc/ids");
    }

    @Test
    void theDeploymentReadsALedgerFromItsSecret() throws IOException {
        Object secret = deployment.get(0);
        requireThatPartsFit(deployment.get(1), secret, "secret/secretName");
        assertThat(settings(secret, "stringData"))
                .containsEntry("ledger.scope", "shared")
                .containsKey("ledger");
    }

    @Test
    void theStatefulSetTakesItsOrdinalAndKeepsItsFileOnItsOwnVolume() throws IOException {
        Object config = statefulSet.get(0);
        Object service = statefulSet.get(1);
        Object set = statefulSet.get(2);
        requireThatPartsFit(set, config, "configMap/name");
        Properties settings = settings(config, "data");
        assertThat(settings).containsEntry("worker", "statefulset:" + at(set, "metadata/name"));
        Object volume = at(set, "spec/template/spec/containers/0/volumeMounts/1");
        assertThat(settings.getProperty("file")).startsWith(at(volume, "mountPath") + "/");
        assertThat(at(volume, "name")).isEqualTo(at(set, "spec/volumeClaimTemplates/0/metadata/name"));
        assertThat(at(set, "spec/serviceName")).isEqualTo(at(service, "metadata/name"));
        assertThat(at(service, "spec/clusterIP")).isEqualTo("None");
        assertThat(at(service, "spec/selector")).isEqualTo(at(set, "spec/selector/matchLabels"));
    }
}
