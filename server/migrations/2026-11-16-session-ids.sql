-- A session outlives its token, which a changed password replaces: file addresses and event streams
-- belong to the session, and this number says to which one without giving its token away.
alter table sessions add id bigint generated always as identity unique;

-- However a session ends, every server process hears of it at once; 300 ids fit into a payload.
-- Sessions end seldom enough for a NOTIFY in the transaction itself.
create function tell_of_ended_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('ended_sessions', string_agg(id::text, ','))
  from (select id, row_number() over () / 300 as part from ended) session group by part;
  return null;
end
$$;

create trigger tell_of_ended after delete on sessions
  referencing old table as ended for each statement execute function tell_of_ended_sessions();
