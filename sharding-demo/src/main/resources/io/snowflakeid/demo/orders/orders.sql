-- the tables of one shard; each name gets the number of the shard behind it
CREATE TABLE t_order (
  id BIGINT NOT NULL PRIMARY KEY,
  user_id BIGINT NOT NULL,
  number INT NOT NULL,
  attempt INT NOT NULL,
  status VARCHAR(12) NOT NULL,
  amount_cents BIGINT NOT NULL,
  created_at DATETIME(3) NOT NULL,
  KEY ix_${table}_user_id (user_id)
);

CREATE TABLE t_order_item (
  id BIGINT NOT NULL PRIMARY KEY,
  order_id BIGINT NOT NULL,
  sku VARCHAR(20) NOT NULL,
  quantity INT NOT NULL,
  price_cents BIGINT NOT NULL,
  KEY ix_${table}_order_id (order_id)
);

CREATE TABLE t_payment (
  id BIGINT NOT NULL PRIMARY KEY,
  order_id BIGINT NOT NULL,
  method VARCHAR(12) NOT NULL,
  amount_cents BIGINT NOT NULL,
  paid_at DATETIME(3) NOT NULL,
  KEY ix_${table}_order_id (order_id)
);
