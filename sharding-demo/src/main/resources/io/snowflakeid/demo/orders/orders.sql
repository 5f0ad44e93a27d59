-- the tables of one shard
CREATE TABLE t_order_${shard} (
  id BIGINT NOT NULL PRIMARY KEY,
  user_id BIGINT NOT NULL,
  number INT NOT NULL,
  attempt INT NOT NULL,
  amount_cents BIGINT NOT NULL,
  KEY ix_t_order_${shard}_user_id (user_id)
);

CREATE TABLE t_order_item_${shard} (
  id BIGINT NOT NULL PRIMARY KEY,
  order_id BIGINT NOT NULL,
  sku VARCHAR(20) NOT NULL,
  price_cents BIGINT NOT NULL,
  KEY ix_t_order_item_${shard}_order_id (order_id)
);

CREATE TABLE t_payment_${shard} (
  id BIGINT NOT NULL PRIMARY KEY,
  order_id BIGINT NOT NULL,
  amount_cents BIGINT NOT NULL,
  KEY ix_t_payment_${shard}_order_id (order_id)
);
