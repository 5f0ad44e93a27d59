package io.snowflakeid.spring.boot;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.mybatis.plus.SnowflakeIdentifierGenerator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Makes {@code IdType.ASSIGN_ID} ours; MyBatis-Plus's starter takes the generator that is a bean, and its own never starts. */
@AutoConfiguration(
        after = SnowflakeAutoConfiguration.class,
        beforeName = {
            "com.baomidou.mybatisplus.autoconfigure.IdentifierGeneratorAutoConfiguration",
            "com.baomidou.mybatisplus.autoconfigure.MybatisPlusAutoConfiguration"
        })
@ConditionalOnProperty(
        name = {"snowflake.enabled", "snowflake.mybatis.enabled"},
        matchIfMissing = true)
@ConditionalOnClass({IdentifierGenerator.class, SnowflakeIdentifierGenerator.class})
@ConditionalOnBean(IdGenerator.class)
public class SnowflakeMyBatisPlusAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(IdentifierGenerator.class)
    SnowflakeIdentifierGenerator snowflakeIdentifierGenerator(IdGenerator unnamed) {
        return new SnowflakeIdentifierGenerator(unnamed);
    }
}
