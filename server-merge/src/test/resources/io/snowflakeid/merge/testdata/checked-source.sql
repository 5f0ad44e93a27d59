CREATE TRIGGER hero_title AFTER INSERT ON hero FOR EACH ROW INSERT INTO title (hero_id, title) VALUES (NEW.id, 'new');

INSERT INTO town VALUES (1, 'north'), (2, 'south');
INSERT INTO account VALUES (1, '{login}'), (2, 'own{server}');
INSERT INTO hero (id, name, account_id, mentor_id, town_id, portrait) VALUES
    (1, '{name}', 1, NULL, 1, x'0000'), (2, 'Ann{server}', 1, 1, 2, NULL), (3, 'Cid{server}', 2, 3, 2, x'');
INSERT INTO worn SELECT hero_id, id FROM title;
INSERT INTO worn SELECT hero_id, id FROM title;
INSERT INTO mail VALUES (1, 1, 2, 'a'), (2, 1, 0, 'b'), (3, 2, 2, NULL);
INSERT INTO castle VALUES (1, 1, 10 + {server}), (2, 2, 10 - {server});
INSERT INTO guest VALUES (1, '{name}'), (2, 'Ann{server}');
INSERT INTO wallet VALUES (1, 5, {server}), (2, 7, 7);
INSERT INTO session VALUES (1);
