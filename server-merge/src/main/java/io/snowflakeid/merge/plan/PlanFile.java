package io.snowflakeid.merge.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowflakeid.commandline.PrivateFile;
import io.snowflakeid.merge.result.MergeRefusedException;
import io.snowflakeid.merge.result.PlanException;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;

/**
 * A plan with its file and its hash.
 *
 * @param hash the SHA-256 hash of the plan
 */
public record PlanFile(Path path, String hash, MergePlan plan) {

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public static PlanFile write(Path path, MergePlan plan) throws IOException {
        JsonNode tree = JSON.valueToTree(plan);
        String hash = hashOf(tree);
        ObjectNode root = JSON.createObjectNode().put("hash", hash).set("plan", tree);
        PrivateFile.write(path, JSON.writeValueAsString(root) + "\n");
        return new PlanFile(path, hash, plan);
    }

    /**
     * Reads a plan from a file.
     *
     * @throws PlanException if the file contains no plan, or if the plan was edited or has another version
     */
    public static PlanFile read(Path path) throws IOException {
        JsonNode root = parse(path, "make one with the command plan");
        String hash = root.path("hash").asText();
        JsonNode tree = root.path("plan");
        int version = tree.path("version").asInt();
        if (version != MergePlan.VERSION) {
            throw new PlanException(path + " is a plan of version " + version + ", this program reads version "
                    + MergePlan.VERSION + ": plan again");
        }
        if (!hash.equals(hashOf(tree))) {
            throw new PlanException(path + " was changed since it was planned: its hash is not that of its content;"
                    + " change merge.yaml and plan again");
        }
        return new PlanFile(path, hash, JSON.treeToValue(tree, MergePlan.class));
    }

    /** Throws a {@link PlanException} if the file exists but contains no plan. */
    public static void requireReplaceable(Path path) throws IOException {
        if (Files.exists(path)) {
            parse(path, "remove it, or name another --out");
        }
    }

    private static JsonNode parse(Path path, String advice) throws IOException {
        String why = "it has no hash and plan";
        try {
            JsonNode root = JSON.readTree(path.toFile());
            if (root.has("hash") && root.has("plan")) {
                return root;
            }
        } catch (JsonProcessingException e) {
            why = e.getOriginalMessage();
        } catch (FileNotFoundException e) {
            why = "it is not there, is no file, or this user may not read it";
        }
        throw new PlanException(path + " is no plan (" + why + "): " + advice);
    }

    private static String hashOf(JsonNode tree) throws IOException {
        return sha256(new ByteArrayInputStream(JSON.writeValueAsBytes(tree)));
    }

    static String sha256(InputStream text) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            new DigestInputStream(text, digest).transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256, which every Java has", e);
        }
    }

    /**
     * Returns true if the plan has no password file, or if the password file is in the plan's folder. An attacker's plan must not read other files
     * and send their content to a server.
     */
    public boolean mayReadPassword() throws IOException {
        Path file = plan.server().passwordFile();
        return file == null || Objects.equals(real(file).getParent(), real(path).getParent());
    }

    private static Path real(Path file) throws IOException {
        return Files.exists(file) ? file.toRealPath() : file.toAbsolutePath().normalize();
    }

    /** Returns the command-line options for the plan and its password file. */
    public String arguments() throws IOException {
        return "--plan " + path
                + (mayReadPassword() ? "" : " --password-file " + plan.server().passwordFile());
    }

    /**
     * Returns the file with the new names of a rule, or empty if the rule has no new names.
     *
     * @throws MergeRefusedException if the file is not in the plan's folder, or was changed after planning
     */
    public Optional<RenameFile> renames(UniquePlan rule) throws IOException {
        String name = rule.renamesFile();
        if (name == null) {
            return Optional.empty();
        }
        if (!RenameFile.mayBe(name)) {
            throw new MergeRefusedException(
                    path + " names " + name + " as a list of new names, which must lie beside it"
                            + " and be called like plan.json.renames.TABLE.COLUMN.csv: run plans of your own only, and plan again");
        }
        RenameFile renames = new RenameFile(path.resolveSibling(name));
        if (!renames.hash().equals(rule.renamesHash())) {
            throw new MergeRefusedException(
                    renames.path() + " was changed since it was planned: change merge.yaml and plan again");
        }
        return Optional.of(renames);
    }
}
