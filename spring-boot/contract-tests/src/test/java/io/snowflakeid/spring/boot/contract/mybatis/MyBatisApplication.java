package io.snowflakeid.spring.boot.contract.mybatis;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
public class MyBatisApplication {

    @RestController
    static class MailController {

        private final MailMapper mails;

        MailController(MailMapper mails) {
            this.mails = mails;
        }

        @PostMapping("/mails")
        Mail add(@RequestBody Mail mail) {
            mails.insert(mail);
            return mail;
        }

        @GetMapping("/mails/{id}")
        Mail get(@PathVariable("id") long id) {
            return mails.find(id);
        }
    }
}
