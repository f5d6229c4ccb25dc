import type pg from 'pg';

/** Likes and comments in groups of five; the last fifth is unread. */
const notificationsPerUser = 100;
const notificationsPerGroup = 5;
const usersPerSchool = 100;

/** Adds this many notifications and the users they need, interleaved as in real use. */
export async function fillNotifications(pool: pg.Pool, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    const userCount = count / notificationsPerUser;
    // First, because its trigger adds their school year.
    await client.query(insertSchools(userCount));
    // Foreign keys hold by construction, and nobody is listening yet.
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    for (const statement of buildUserStatements(userCount)) await client.query(statement);
    for (let round = 0; round < notificationsPerUser; round++) {
      await client.query(buildRoundStatement(round));
    }
  } finally {
    client.release(true);
  }
}

const insertSchools = (userCount: number) => `
  insert into schools (school_name)
  select 'TH số ' || n from generate_series(1, ${Math.ceil(userCount / usersPerSchool)}) n`;

function buildUserStatements(userCount: number): string[] {
  return [
    `create temporary table numbered_schools as
     select id, row_number() over (order by id) - 1 as number from schools
     where school_name like 'TH số %'`,
    `insert into users (school_id, role, username, password_hash, first_name, last_name)
     select school.id, 'Teacher', 'nguoi.' || n, '-', (array['An', 'Bình', 'Chi'])[1 + n % 3], 'Nguyễn Thị'
     from generate_series(0, ${userCount - 1}) n
     join numbered_schools school on school.number = n / ${usersPerSchool}`,
    `create temporary table recipients as
     select id, row_number() over (order by id) - 1 as number from users where username like 'nguoi.%'`,
    `create unique index on recipients (number)`,
    'analyze recipients',
  ];
}

/** One more notification for every user: a like or comment in the same group as the four before. */
function buildRoundStatement(round: number): string {
  const group = Math.floor(round / notificationsPerGroup);
  const type = group % 2 === 0 ? 'like_agg' : 'comment';
  const daysAgo = notificationsPerUser / notificationsPerGroup - group;
  const at = `date_trunc('day', now()) - interval '${daysAgo} days' + interval '${round % notificationsPerGroup} seconds'`;
  const readAt = round < notificationsPerUser * 0.8 ? at : 'null';
  return `
    insert into notifications (user_id, type, ref_id, sender_id, about, created_at, read_at, group_key)
    select recipient.id, '${type}', recipient.number * 100 + ${group}, sender.id, 'Ngày hội tái chế',
           ${at}, ${readAt}, '${type === 'like_agg' ? 'like' : 'comment'}:' || recipient.number * 100 + ${group} || ':' || ${group}
    from recipients recipient
    join recipients sender
      on sender.number = (recipient.number + ${round + 1}) % (select count(*) from recipients)
    order by recipient.number`;
}
