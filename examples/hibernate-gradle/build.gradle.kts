// Not tested so far: see ../README.md. The sources are those of the Maven project.
plugins {
    application
}

repositories {
    mavenLocal { content { includeGroup("io.snowflakeid") } } // until the first release
    mavenCentral()
}

java {
    toolchain { languageVersion = JavaLanguageVersion.of(17) }
}

sourceSets {
    main { java.srcDir("../hibernate/src/main/java") }
}

dependencies {
    implementation(platform("io.snowflakeid:snowflake-bom:0.1.0-SNAPSHOT"))
    implementation("io.snowflakeid:hibernate-snowflake")
    implementation("org.hibernate.orm:hibernate-core:7.4.15.Final")
    runtimeOnly("com.h2database:h2:2.5.252")
}

application {
    mainClass = "com.example.heroes.Main"
}
