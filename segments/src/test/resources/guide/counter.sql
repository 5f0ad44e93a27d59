CREATE TABLE invoice_counter (series VARCHAR(20) PRIMARY KEY, last_number BIGINT NOT NULL);

START TRANSACTION;
UPDATE invoice_counter SET last_number = last_number + 1 WHERE series = '2026';
INSERT INTO invoice (number, customer)
  SELECT last_number, 4711 FROM invoice_counter WHERE series = '2026';
COMMIT;
