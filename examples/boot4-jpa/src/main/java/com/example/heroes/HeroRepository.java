package com.example.heroes;

import org.springframework.data.jpa.repository.JpaRepository;

interface HeroRepository extends JpaRepository<Hero, Long> {}
