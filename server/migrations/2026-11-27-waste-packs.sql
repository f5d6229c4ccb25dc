-- The file of contract/waste-packs by which the school sorts its waste. Operators may add and remove files, so any
-- name is accepted; without its file, the default pack applies.
alter table schools add column waste_pack text not null default 'default';
