package io.snowflakeid.spring.boot.contract.mybatis;

import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;

@Mapper
public interface MailMapper {

    @Insert("insert into mail (id, subject) values (#{id}, #{subject})")
    void insert(Mail mail);

    @Select("select id, subject from mail where id = #{id}")
    Mail find(@Param("id") long id);
}
