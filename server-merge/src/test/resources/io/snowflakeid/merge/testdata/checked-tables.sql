CREATE TABLE town (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL);
CREATE TABLE account (id INT PRIMARY KEY AUTO_INCREMENT, login VARCHAR(20) NOT NULL UNIQUE);
CREATE TABLE hero (
    id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL, account_id INT NOT NULL, mentor_id INT,
    town_id INT NOT NULL, portrait BLOB, twice INT AS (account_id * 2), UNIQUE KEY hero_name (name),
    CONSTRAINT hero_account FOREIGN KEY (account_id) REFERENCES account (id),
    CONSTRAINT hero_mentor FOREIGN KEY (mentor_id) REFERENCES hero (id)
) COLLATE utf8mb4_general_ci;
CREATE TABLE title (
    id INT AUTO_INCREMENT, hero_id INT NOT NULL, title VARCHAR(20), PRIMARY KEY (id, hero_id),
    FOREIGN KEY (hero_id) REFERENCES hero (id));
CREATE TABLE worn (
    hero_id INT NOT NULL, title_id INT NOT NULL,
    FOREIGN KEY (title_id, hero_id) REFERENCES title (id, hero_id));
CREATE TABLE mail (id INT PRIMARY KEY AUTO_INCREMENT, kind INT, sender INT NOT NULL, body TEXT);
CREATE TABLE castle (id INT PRIMARY KEY, owner INT, taken INT);
CREATE TABLE guest (castle_id INT NOT NULL, name VARCHAR(20), FOREIGN KEY (castle_id) REFERENCES castle (id));
CREATE TABLE wallet (account_id INT PRIMARY KEY, gold INT, best INT);
CREATE TABLE session (hero_id INT);
CREATE VIEW names AS SELECT name FROM hero;
