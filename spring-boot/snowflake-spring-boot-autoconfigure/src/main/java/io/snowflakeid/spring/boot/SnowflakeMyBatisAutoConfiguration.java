package io.snowflakeid.spring.boot;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.IdSource;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.plus.SnowflakeIdentifierGenerator;
import org.apache.ibatis.session.SqlSessionFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.ClassUtils;

/** Defines the beans that set ids in MyBatis and MyBatis-Plus. The starters of MyBatis and MyBatis-Plus find the beans of this auto-configuration. */
@AutoConfiguration(
        after = SnowflakeAutoConfiguration.class,
        beforeName = {
            "org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration",
            "com.baomidou.mybatisplus.autoconfigure.IdentifierGeneratorAutoConfiguration",
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
    SnowflakeInterceptor snowflakeInterceptor(
            IdGenerator unnamed, ListableBeanFactory beans, SnowflakeProperties properties) {
        Boolean asked = properties.mybatis().annotatedOnly();
        // In MyBatis-Plus, keyProperty may name a key with IdType.AUTO, which the database generates.
        boolean annotatedOnly =
                asked == null ? ClassUtils.isPresent(MYBATIS_PLUS, SnowflakeInterceptor.class.getClassLoader()) : asked;
        SnowflakeInterceptor interceptor =
                annotatedOnly ? SnowflakeInterceptor.annotatedOnly(unnamed) : new SnowflakeInterceptor(unnamed);
        BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, IdSource.class, true, false)
                .forEach(interceptor::addGenerator);
        return interceptor;
    }

    /** Replaces MyBatis-Plus's own generator for {@code IdType.ASSIGN_ID}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({IdentifierGenerator.class, SnowflakeIdentifierGenerator.class})
    static class Plus {

        @Bean
        @ConditionalOnMissingBean(IdentifierGenerator.class)
        SnowflakeIdentifierGenerator snowflakeIdentifierGenerator(IdGenerator unnamed) {
            return new SnowflakeIdentifierGenerator(unnamed);
        }
    }
}
