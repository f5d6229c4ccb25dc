-- A write with an Idempotency-Key is remembered by what it wrote, not by what it answered: an answer
-- holds words that can be deleted. Changing the type rewrites the table, so nothing of them stays behind.
alter table idempotency_keys
  alter column key type bytea using sha256(convert_to(key, 'UTF8')),
  alter column request drop not null,
  alter column request type bytea using null,
  alter column answer type jsonb using coalesce(jsonb_strip_nulls(jsonb_build_object(
    'id', answer->'id',
    'total', answer->'total',
    'created', answer->'created',
    'changed', answer->'changed',
    'unchanged', answer->'unchanged',
    'file', substring(answer->>'url' from '^/uploads/lessons/([^?]+)')
  )), '{}');

-- SHA-256 of the key.
alter table idempotency_keys rename column key to key_hash;
-- HMAC of the request under the key, which is not stored: without it a digest of a password cannot be
-- tried out. Null in rows of an earlier release.
alter table idempotency_keys rename column request to fingerprint;
-- Ids and counts.
alter table idempotency_keys rename column answer to reference;
alter table idempotency_keys alter column reference set default '{}', alter column reference set not null;
