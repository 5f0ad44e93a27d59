package io.snowflakeid.spring.boot.contract.jpa;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class HeroController {

    private final Heroes heroes;

    public HeroController(Heroes heroes) {
        this.heroes = heroes;
    }

    @PostMapping("/heroes")
    public Hero add(@RequestBody Hero hero) {
        return heroes.save(hero);
    }

    @GetMapping("/heroes/{id}")
    public Hero get(@PathVariable("id") long id) {
        return heroes.findById(id).orElseThrow();
    }
}
