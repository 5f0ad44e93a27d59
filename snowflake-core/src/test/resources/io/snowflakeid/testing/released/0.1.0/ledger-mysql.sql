CREATE TABLE IF NOT EXISTS snowflake_namespace (
  namespace VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  layout VARCHAR(120) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'timestamp x tick / datacenter / worker / sequence [/ gene] @ epoch',
  scope VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'shared, or the one datacenter that this ledger owns, and its workers if not all',
  version INT NOT NULL,
  opens_at BIGINT NOT NULL DEFAULT 0 COMMENT 'no window begins before this tick: set when some may have been forgotten',
  longest_window BIGINT NOT NULL DEFAULT 0 COMMENT 'of all windows that were ever granted, in ticks',
  ledger_id VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '' COMMENT 'random, one for each ledger that was set up',
  place VARCHAR(270) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '' COMMENT 'the database that it was set up in',
  group_members VARCHAR(2000) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '' COMMENT 'ids and workers of the ledgers of a LedgerGroup'
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS snowflake_worker (
  namespace VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  datacenter BIGINT NOT NULL,
  worker BIGINT NOT NULL,
  leased_from BIGINT NOT NULL COMMENT 'tick since the epoch of the layout',
  leased_until BIGINT NOT NULL COMMENT 'first tick after the window, earlier ticks of this worker are spent',
  quarantined_until BIGINT NOT NULL COMMENT 'without a release, others may have the worker from this tick on',
  token CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'of the holder, NULL once released',
  holder VARCHAR(190) NOT NULL COMMENT 'who holds or held it',
  PRIMARY KEY (namespace, datacenter, worker)
) ENGINE = InnoDB;

INSERT INTO snowflake_namespace (namespace, layout, scope, version, opens_at, longest_window, ledger_id, place, group_members)
  VALUES ('default', '41x1ms/0/10/12@2010-11-04T01:42:54.657Z', 'shared', 1, 0, 120000, 'e8ce6d14e3044c8ab476e66ecc0fa8eb', 'shop', '');

INSERT INTO snowflake_worker (namespace, datacenter, worker, leased_from, leased_until, quarantined_until, token, holder) VALUES
  ('default', 0, 0, 507036315907, 507036324907, 507036444907, NULL, 'shop-1'),
  ('default', 0, 1, 507036315948, 507036435948, 507036555948, '878be8b4cf304f15949b475c876c8f4a', 'shop-2'),
  ('default', 0, 2, 507036315984, 507036455984, 507036575984, '9d85201eec4a447e96ffd1ee71735554', 'shop-3');
