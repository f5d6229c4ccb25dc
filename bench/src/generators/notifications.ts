import type pg from 'pg';

/** What each reader has been told: half of it likes in groups of five, the last fifth unread. */
const notificationsOfAReader = 100;
const likesOfAGroup = 5;
const readersOfASchool = 100;

/** So many notifications of as many readers as they need, one after another as they would have come. */
export async function fillNotifications(pool: pg.Pool, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    // References hold by construction, and nobody listens yet.
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    const readers = count / notificationsOfAReader;
    for (const statement of people(readers)) await client.query(statement);
    for (let turn = 0; turn < notificationsOfAReader; turn++) await client.query(turnOf(turn));
  } finally {
    client.release(true);
  }
}

function people(readers: number): string[] {
  return [
    `insert into schools (school_name)
     select 'TH số ' || n from generate_series(1, ${Math.ceil(readers / readersOfASchool)}) n`,
    `create temporary table places as
     select id, row_number() over (order by id) - 1 as place from schools
     where school_name like 'TH số %'`,
    `insert into users (school_id, role, username, password_hash, first_name, last_name)
     select place.id, 'Teacher', 'nguoi.' || n, '-', (array['An', 'Bình', 'Chi'])[1 + n % 3], 'Nguyễn Thị'
     from generate_series(0, ${readers - 1}) n join places place on place.place = n / ${readersOfASchool}`,
    `create temporary table readers as
     select id, row_number() over (order by id) - 1 as place from users where username like 'nguoi.%'`,
    `create unique index on readers (place)`,
    'analyze readers',
  ];
}

/** One more for every reader: a like of the same five minutes as the four before, or a comment. */
function turnOf(turn: number): string {
  const group = Math.floor(turn / likesOfAGroup);
  const type = group % 2 === 0 ? 'like_agg' : 'comment';
  const daysAgo = notificationsOfAReader / likesOfAGroup - group;
  const at = `date_trunc('day', now()) - interval '${daysAgo} days' + interval '${turn % likesOfAGroup} seconds'`;
  const readAt = turn < notificationsOfAReader * 0.8 ? at : 'null';
  return `
    insert into notifications (user_id, type, ref_id, sender_id, about, created_at, read_at)
    select reader.id, '${type}', reader.place * 100 + ${group}, sender.id, 'Ngày hội tái chế',
           ${at}, ${readAt}
    from readers reader
    join readers sender
      on sender.place = (reader.place + ${turn + 1}) % (select count(*) from readers)
    order by reader.place`;
}
