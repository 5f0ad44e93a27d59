package io.snowflakeid.spring.boot.contract.mybatis;

import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;

@Mapper
public interface MailMapper {

    @Insert("insert into mail (id, subject) values (#{id}, #{subject})")
    void insert(Mail mail);
}
