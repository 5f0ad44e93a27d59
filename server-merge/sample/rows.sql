-- The rows of one server of the game in schema.sql; @server is its number, from 1. A name of ten is on every server.

CREATE TEMPORARY TABLE number (n INT NOT NULL, PRIMARY KEY (n));
INSERT INTO number WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 400) SELECT n FROM counted;

-- a name for each number; of ten one is the same everywhere, the others begin with a letter of the server's own
CREATE TEMPORARY TABLE called (n INT NOT NULL, name VARCHAR(20) NOT NULL, PRIMARY KEY (n));
INSERT INTO called (n, name) SELECT n, CONCAT(
    IF(n % 10 = 3, 'M', ELT(@server, 'K', 'T', 'V')),
    ELT(1 + n % 10, 'a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou', 'ia', 'ei'),
    ELT(1 + n DIV 10 % 10, 'ra', 'lo', 'mi', 'ne', 'su', 'da', 'gor', 'wen', 'lis', 'bet'),
    ELT(1 + n DIV 100 % 10, 'n', 'r', 's', 'l', 'th'))
FROM number;

INSERT INTO town (id, name, x, y)
SELECT n, ELT(n, 'Ashford', 'Birch', 'Coldwell', 'Dunmore', 'Elmswick', 'Fairhaven'), n * 40, n * n * 9 FROM number WHERE n <= 6;

INSERT INTO account (id, login, mail_address, invited_by, created_at)
SELECT n, LOWER(name), CONCAT(LOWER(name), '@example.org'), IF(n % 4 = 0, n DIV 4, NULL), '2025-03-01' + INTERVAL n * 7 + @server HOUR
FROM called WHERE n <= 100 + 20 * @server ORDER BY n;
UPDATE wallet SET gold = 100 + account_id * 17, gems = account_id % 90, last_bonus = account_id % 30 + @server;

INSERT INTO hero (id, account_id, name, mentor_id, town_id, spouse_id, calling, level, experience, last_seen)
SELECT n, 1 + (n - 1) % (SELECT COUNT(*) FROM account), CONCAT(name, IF(n % 30 = 3, '', 'o')), IF(n % 5 = 0, n DIV 5, NULL), 1 + n % 6,
    IF(n % 8 IN (1, 2), n + IF(n % 8 = 1, 1, -1), -1), 1 + n % 4, 1 + n % 60, n * n * 13 + @server * 7, '2026-06-01' + INTERVAL n HOUR
FROM called WHERE n <= 140 + 20 * @server ORDER BY n;

INSERT INTO guild (id, name, leader_id, allied_with, founded_on, treasury, motto)
SELECT n, CONCAT('House of ', name), n * 7, IF(n > 1 AND n % 2 = 0, n - 1, NULL), '2025-04-01' + INTERVAL n DAY, n * 1000 + @server,
    CONCAT('We are ', n, ' times as strong') FROM called WHERE n <= 8 + 2 * @server ORDER BY n;
UPDATE hero SET guild_id = 1 + id % (8 + 2 * @server) WHERE id % 3 > 0;
UPDATE hero h JOIN guild g ON g.leader_id = h.id SET h.guild_id = g.id;
INSERT INTO guild_member (hero_id, guild_id, rank_id)
SELECT h.id, h.guild_id, (SELECT MIN(r.id) FROM guild_rank r WHERE r.guild_id = h.guild_id) + IF(g.leader_id = h.id, 0, 1 + h.id % 2)
FROM hero h JOIN guild g ON g.id = h.guild_id;
INSERT INTO guild_war (attacker, defender, attacker_name, started_at)
SELECT a.id, d.id, a.name, 1780000000 + a.id * 86400 FROM guild a JOIN guild d ON d.id = a.id + 1;

INSERT INTO castle (id, town_id, name, held_by, captured_at)
SELECT t.id, t.id, CONCAT('Castle of ', t.name), 1 + (t.id + @server) % 8, 1781000000 + (t.id * 7 + @server * 11) % 20 * 86400 + @server FROM town t;
INSERT INTO castle_guest (castle_id, list_no, guests)
SELECT c.id, 1, GROUP_CONCAT(h.name ORDER BY h.id SEPARATOR '\n') FROM castle c JOIN hero h ON h.guild_id = c.held_by GROUP BY c.id;

-- bags of heroes, and what lies in them; things of guilds and castles, and on the ground
INSERT INTO item (id, owner_type, owner_id, container_id, template, amount, attributes)
SELECT n, IF(n <= 300, 1, 1 + n % 4) % 4, CASE IF(n <= 300, 1, 1 + n % 4) % 4 WHEN 1 THEN 1 + n % 140 WHEN 2 THEN 1 + n % 8 WHEN 3 THEN 1 + n % 6 ELSE 0 END,
    IF(n BETWEEN 141 AND 280, n - 140, 0), 1000 + n % 50, 1 + n % 9, IF(n % 6 = 0, JSON_OBJECT('crafted_by', 1 + n % 130), NULL)
FROM number ORDER BY n;
INSERT INTO bag (hero_id, bag_no, slot, item_id) SELECT owner_id, 0, id, id FROM item WHERE owner_type = 1 AND id <= 140;
INSERT INTO mail (sender_id, receiver_id, item_id, subject, body, sent_at)
SELECT IF(n % 5 = 0, 0, n), 1 + (n * 7) % 140, IF(n % 4 = 0, 280 + n % 20, NULL), 'hello', CONCAT('from ', name), '2026-07-01' + INTERVAL n HOUR
FROM called WHERE n <= 120 ORDER BY n;
INSERT INTO auction (seller_id, item_id, bidder_id, bidder_name, price, ends_at)
SELECT h.id, 280 + h.id, IFNULL(b.id, -1), IFNULL(b.name, ''), h.id * 31, 1790000000 + h.id * 600
FROM hero h LEFT JOIN hero b ON b.id = h.id + 20 AND h.id % 2 = 0 WHERE h.id <= 20 ORDER BY h.id;

INSERT INTO quest_log (hero_id, quest_no, state, progress) SELECT h.id, q.n, q.n % 3, q.n / 4 FROM hero h JOIN number q ON q.n <= 1 + h.id % 5;
INSERT INTO friend (hero_id, friend_id) SELECT h.id, f.id FROM hero h JOIN hero f ON f.id IN (h.id + 1, h.id * 2, h.id - 9);
INSERT INTO duel (winner_id, loser_id, fought_at, loser_was_hero, loser_name)
SELECT w.id, IF(w.id % 3 = 0, 40, l.id), 1785000000 + w.id * 60, w.id % 3 > 0, IF(w.id % 3 = 0, 'a troll', l.name)
FROM hero w JOIN hero l ON l.id = w.id + 13 JOIN number again ON again.n <= IF(w.id % 10 = 0, 2, 1);
INSERT INTO ban (account_id, banned_by, reason, lasts_until)
SELECT id, id % 50 + 1, 'insults', 1788000000 + (id * 7 + @server * 11) % 100 * 86400 + @server FROM account WHERE id % 20 = 3;
INSERT INTO name_history (hero_id, old_name, changed_at) SELECT id, CONCAT('Old', name), last_seen FROM hero WHERE id % 25 = 0;
INSERT INTO monster_kills (monster, kills, fastest_seconds, strongest_hit, monster_name)
SELECT n, n * 100 + @server, 300 - n - @server, n * 55 + @server, CONCAT('Monster ', n) FROM number WHERE n <= 30;
INSERT INTO ranking (place, hero_id, experience) SELECT ROW_NUMBER() OVER (ORDER BY experience DESC, id), id, experience
FROM hero ORDER BY experience DESC, id LIMIT 100;
INSERT INTO server_setting (name, setting) VALUES ('server.name', ELT(@server, 'Karu', 'Tamon', 'Vela')), ('rate.experience', '2'), ('motd', 'Welcome!');
INSERT INTO memo (memo_key, content) SELECT CONCAT('hero.', id, '.mount'), 'a grey horse' FROM hero WHERE id % 12 = 0;
INSERT INTO online (hero_id, since_second) SELECT id, id * 60 FROM hero WHERE id % 40 = 0;
