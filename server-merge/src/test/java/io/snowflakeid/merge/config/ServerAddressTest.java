package io.snowflakeid.merge.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerAddressTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://127.0.0.1:3306/",
                "jdbc:mysql://db",
                "jdbc:mysql://db?",
                "jdbc:mysql://merge@db1:3306,db2:3306/?sslMode=REQUIRED",
                "jdbc:mysql://[::1]:3306/game_s1?sslMode=DISABLED&allowPublicKeyRetrieval=true&",
                "jdbc:mysql://db/?useUnicode=true&characterEncoding=utf8&serverTimezone=UTC",
                "jdbc:mysql://db/?characterEncoding=UTF%2D8&connectionTimeZone=%2B00:00&SOCKETTIMEOUT=9000",
                "jdbc:mysql://db/?trustCertificateKeyStoreUrl=file:/etc/merge/ca.p12&trustCertificateKeyStoreType=PKCS12",
                "jdbc:mysql://db/?sessionVariables=sql_require_primary_key=0",
                "jdbc:mariadb://db/",
                "jdbc:h2:mem:game;MODE=MySQL;DB_CLOSE_DELAY=-1;DATABASE_TO_LOWER=TRUE;",
                "jdbc:h2:./game"
            })
    void whereAServerIsAndHowItIsReached(String url) {
        assertThat(ServerAddress.faultOf(url)).isEmpty();
    }

    /** By any spelling that a driver takes. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "characterEncoding=GBK | characterEncoding with the value 'GBK'",
                "CHARACTERENCODING=Big5 | CHARACTERENCODING with the value 'Big5'",
                "character%45ncoding=gbk | characterEncoding with the value 'gbk'",
                "characterEncoding=%47BK | characterEncoding with the value 'GBK'",
                "connectionCollation=gbk_chinese_ci | connectionCollation",
                "characterSetResults=latin1 | characterSetResults",
                "sessionVariables=character_set_client=gbk | sessionVariables",
                "sessionVariables=sql_require_primary_key=0,character_set_client=gbk | sessionVariables",
                "serverTimezone=Asia/Shanghai | serverTimezone with the value 'Asia/Shanghai'",
                "allowLoadLocalInfile=true | allowLoadLocalInfile",
                "allowUrlInLocalInfile=true | allowUrlInLocalInfile",
                "allowMultiQueries=true | allowMultiQueries",
                "autoDeserialize=true | autoDeserialize",
                "auto%44eserialize=true | autoDeserialize",
                "socketFactory=com.example.Factory | socketFactory",
                "propertiesTransform=com.example.Transform | propertiesTransform",
                "queryInterceptors=com.example.Interceptor | queryInterceptors",
                "useSSL=true&detectCustomCollations=true | detectCustomCollations",
                "trustCertificateKeyStoreUrl=http://other/ca | trustCertificateKeyStoreUrl",
            })
    void whatElseAnAddressCouldSayIsRefusedByName(String options, String named) {
        assertThat(ServerAddress.faultOf("jdbc:mysql://db/?" + options))
                .hasValueSatisfying(fault -> assertThat(fault)
                        .startsWith("has the option ")
                        .contains(named.replaceFirst(" with.*", ""))
                        .contains("leave the option out"));
        assertThat(ServerAddress.faultOf("jdbc:mariadb://db/?" + options)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INIT=RUNSCRIPT FROM 'x.sql'",
                "init=x",
                "MODE=MySQL;INIT=x",
                "MODE=MySQL\\;INIT=x",
                "TRACE_LEVEL_FILE=3",
                "CIPHER=AES",
                "JAVA_OBJECT_SERIALIZER='com.example.X'"
            })
    void soIsItOfH2(String options) {
        assertThat(ServerAddress.faultOf("jdbc:h2:mem:game;" + options))
                .hasValueSatisfying(fault -> assertThat(fault).contains("has the option", "leave the option out"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://db/?password=tiger",
                "jdbc:mysql://db/?p%61ssword=tiger",
                "jdbc:mysql://db/?p%61%73sword%3Dtiger",
                "jdbc:mysql://db/?trustCertificateKeyStorePassword=tiger",
                "jdbc:mysql://merge:tiger@db/",
                "jdbc:h2:mem:game;PASSWORD=tiger"
            })
    void aPasswordIsNotShown(String url) {
        assertThat(ServerAddress.faultOf(url))
                .hasValueSatisfying(fault ->
                        assertThat(fault).startsWith("seems to hold a password").doesNotContain("tiger"));
    }

    /** They carry options in their brackets, which a list of options would not see. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://(host=db,allowLoadLocalInfile=true)/",
                "jdbc:mysql://address=(host=db)(autoDeserialize=true)/",
                "jdbc:mysql:loadbalance://db1,db2/",
                "jdbc:mysql://db/#fragment",
                "jdbc:mysql://db/a/b",
                "jdbc:mysql:// db/",
                "jdbc:mysql:db"
            })
    void otherFormsAreRefused(String url) {
        assertThat(ServerAddress.faultOf(url))
                .hasValueSatisfying(fault -> assertThat(fault).contains("must be of the form jdbc:mysql://host:port/"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "mysql://db/", "jdbc:postgresql://db/", "JDBC:MYSQL://db/", " jdbc:mysql://db/"})
    void otherBeginningsAreRefused(String url) {
        assertThat(ServerAddress.faultOf(url))
                .hasValueSatisfying(
                        fault -> assertThat(fault).contains("must begin with jdbc:mysql:, jdbc:mariadb:, jdbc:h2:"));
    }
}
