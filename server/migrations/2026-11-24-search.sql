-- The words of a text as a search types them: small letters without diacritics, split at spaces and punctuation.
-- A slash stays: 1/1 is the name of a class.
create function split_words(content text) returns text[] language sql immutable parallel safe
return array_remove(
  regexp_split_to_array(
    lower(translate(
      regexp_replace(normalize(content, NFD), '[\u0300-\u036f]', '', 'g'), 'đĐ', 'dd')),
    '[\s!-.:-@\[-`{-~“”‘’–—…]+'),
  '');

create function get_search_words(content text) returns tsvector language sql immutable parallel safe
return array_to_tsvector(split_words(content));

-- '+84 912.345.678' and 912345678, which lost its zero in a spreadsheet, become '0912345678'.
create function normalize_phone(phone text) returns text language sql immutable parallel safe
return regexp_replace(
  regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^84(?=\d{9}$)', '0'),
  '^(?=[1-9]\d{8}$)', '0');

-- The index finds the beginning of a word. Each word stands there after the role's first letter, and after that
-- letter and the school, so that a search reads only what its user may find. Users remember the end of a number,
-- so numbers are also there backwards, after '<'. The given name is also there after '='.
create function get_account_words(
  role text, school_id bigint, full_name text, others text, code text, phone text
) returns tsvector language sql immutable parallel safe
return array_to_tsvector(array(
  select scope || ':' || word
  from unnest(array[left(role, 1), left(role, 1) || school_id]) scope,
       unnest(
         split_words(full_name || ' ' || others || ' ' || coalesce(code, ''))
         || normalize_phone(phone) || ('<' || reverse(lower(code)))
         || ('<' || reverse(normalize_phone(phone)))
         || ('=' || (split_words(full_name))[cardinality(split_words(full_name))])
       ) word
  where scope is not null and word is not null and word not in ('', '<')));

alter table users add column search_words tsvector not null
  generated always as (get_account_words(
    role, school_id, last_name || ' ' || first_name,
    username || ' ' || coalesce(parent_name, ''), identifier_code, phone)) stored;

-- Without fastupdate, which makes searches slow after an import until the next vacuum.
create index users_search on users using gin (search_words) with (fastupdate = off)
  where deleted_at is null;
create index classes_search on classes using gin (get_search_words(name)) with (fastupdate = off)
  where deleted_at is null;
create index lesson_weeks_search on lesson_weeks using gin (get_search_words(title));
