package io.snowflakeid.spring.boot.contract.mybatisplus;

public class Banner {

    private Long id = 2123748188476166151L;

    public Long getId() {
        return id;
    }

    public void setId(Long id) {
        this.id = id;
    }
}
