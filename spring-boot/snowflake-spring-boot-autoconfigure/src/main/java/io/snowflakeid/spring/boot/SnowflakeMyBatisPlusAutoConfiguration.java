package io.snowflakeid.spring.boot;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import io.snowflakeid.mybatis.plus.SnowflakeIdentifierGenerator;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Makes {@code IdType.ASSIGN_ID} ours; MyBatis-Plus's starter takes the generator that is a bean, and its own never starts. */
@AutoConfiguration(
        after = SnowflakeNamedGeneratorsAutoConfiguration.class,
        beforeName = {
            "com.baomidou.mybatisplus.autoconfigure.IdentifierGeneratorAutoConfiguration",
            "com.baomidou.mybatisplus.autoconfigure.MybatisPlusAutoConfiguration"
        })
@ConditionalOnSwitch("snowflake.enabled")
@ConditionalOnClass({IdentifierGenerator.class, SnowflakeIdentifierGenerator.class})
public class SnowflakeMyBatisPlusAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(IdentifierGenerator.class)
    @Conditional(GeneratorCondition.Any.class)
    @ConditionalOnSwitch("snowflake.mybatis.enabled")
    SnowflakeIdentifierGenerator snowflakeIdentifierGenerator(ConfigurableListableBeanFactory beans) {
        return new SnowflakeIdentifierGenerator(Generators.unnamedOrNone(beans));
    }
}
