package io.snowflakeid.spring.boot;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import org.apache.ibatis.session.SqlSessionFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.util.ClassUtils;

/** The interceptor that gives rows their ids; MyBatis's starter adds every interceptor that is a bean. */
@AutoConfiguration(
        after = SnowflakeAutoConfiguration.class,
        beforeName = {
            "org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration",
            "com.baomidou.mybatisplus.autoconfigure.MybatisPlusAutoConfiguration"
        })
@ConditionalOnProperty(
        name = {"snowflake.enabled", "snowflake.mybatis.enabled"},
        matchIfMissing = true)
@ConditionalOnClass({SqlSessionFactory.class, SnowflakeInterceptor.class})
@ConditionalOnBean(IdGenerator.class)
public class SnowflakeMyBatisAutoConfiguration {

    static final String MYBATIS_PLUS = "com.baomidou.mybatisplus.core.MybatisConfiguration";

    @Bean
    @ConditionalOnMissingBean
    SnowflakeInterceptor snowflakeInterceptor(IdGenerator unnamed, SnowflakeProperties properties) {
        Boolean asked = properties.mybatis().annotatedOnly();
        // its statements for IdType.AUTO have a keyProperty, and are the database's
        boolean annotatedOnly =
                asked == null ? ClassUtils.isPresent(MYBATIS_PLUS, SnowflakeInterceptor.class.getClassLoader()) : asked;
        return annotatedOnly ? SnowflakeInterceptor.annotatedOnly(unnamed) : new SnowflakeInterceptor(unnamed);
    }
}
