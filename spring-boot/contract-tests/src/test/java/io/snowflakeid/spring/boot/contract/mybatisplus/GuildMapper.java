package io.snowflakeid.spring.boot.contract.mybatisplus;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import org.apache.ibatis.annotations.Mapper;

@Mapper
public interface GuildMapper extends BaseMapper<Guild> {}
