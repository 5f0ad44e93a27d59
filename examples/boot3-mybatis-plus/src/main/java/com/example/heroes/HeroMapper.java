package com.example.heroes;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import org.apache.ibatis.annotations.Mapper;

@Mapper
interface HeroMapper extends BaseMapper<Hero> {}
