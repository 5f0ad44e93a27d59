package com.example.heroes;

import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class HeroController {

    private final HeroRepository heroes;

    HeroController(HeroRepository heroes) {
        this.heroes = heroes;
    }

    @PostMapping("/heroes")
    Hero add(@RequestBody Hero hero) {
        return heroes.save(hero);
    }
}
