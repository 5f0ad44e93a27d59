rootProject.name = "heroes-hibernate"
