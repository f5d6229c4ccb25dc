import sql, { type Sql } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { addTwoSchools } from '../../testing/fixtures.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { lockSubject } from './erasure.queries.ts';
import { recordErasure } from './erasure.service.ts';

const database = await makeTestDatabase();
const { db } = database;
const { ours, theirs } = await addTwoSchools(database);

const rows = 5_000;

/** Another school has most of the rows, so that an index is worth its while. */
async function fillTables(): Promise<void> {
  const { schoolId, post, mod } = theirs;
  const numbers = sql`generate_series(1, ${rows}::int) number`;
  const others = sql`(select id from users where username like 'hoc.sinh.%') other`;
  for (const statement of [
    sql`
      insert into users (school_id, role, username, password_hash, first_name)
      select ${schoolId}, 'Student', 'hoc.sinh.' || number, '', 'An' from ${numbers}`,
    sql`
      insert into comments (school_id, post_id, user_id, text)
      select ${schoolId}, ${post}, id, 'Hay quá' from ${others}`,
    sql`insert into likes (post_id, user_id) select ${post}, id from ${others}`,
    sql`insert into post_reads (post_id, user_id) select ${post}, id from ${others}`,
    sql`
      insert into notifications (user_id, type, ref_id, sender_id, about)
      select id, 'post_new', ${post}, ${mod.id}, 'Tin' from ${others}`,
    sql`
      insert into photo_consents
        (school_id, student_id, side, decision, evidence, decided_on, recorded_by)
      select ${schoolId}, id, 'guardian', 'given', 'paper', '2026-09-07', ${mod.id} from ${others}`,
    sql`
      insert into audit_log (actor_id, actor, actor_role, action, subject, subject_id, subject_name,
        school_id, details)
      select ${mod.id}, 'mod', 'Mod', 'changed', 'account', id, 'An', ${schoolId}, '{}' from ${others}`,
    sql`
      insert into sessions (token_hash, user_id, expires_at)
      select sha256(id::text::bytea), id, now() + interval '1 day' from ${others}`,
  ]) {
    await db.run(statement);
  }
  await db.run(sql`analyze`);
}

/** Runs every statement, and keeps its plan. */
function watchPlans(transaction: Db, plans: string[]): Db {
  const explain = async (statement: Sql) => {
    if (/^\s*set /.test(statement.sql)) return;
    plans.push((await transaction.values(z.string(), sql`explain ${statement}`)).join('\n'));
  };
  return new Proxy(transaction, {
    get(target, name: keyof Db) {
      return async (...args: unknown[]) => {
        await explain(args.at(-1) as Sql);
        return (target[name] as (...given: unknown[]) => unknown).apply(target, args);
      };
    },
  });
}

test('an erasure reads no large table from end to end', async () => {
  await fillTables();
  const plans: string[] = [];
  await db.transaction(async (transaction) => {
    const watched = watchPlans(transaction, plans);
    const subject = await lockSubject(watched, ours.student.id);
    if (!subject) throw new Error('The student does not exist.');
    await recordErasure(watched, null, { subject, choices: { mentions: [], files: [] } });
  });
  expect(plans.length).toBeGreaterThan(30);
  const tables =
    'users|comments|likes|post_reads|notifications|photo_consents|audit_log|sessions|used_usernames';
  const scans = plans.filter((plan) => new RegExp(`Seq Scan on (${tables})\\b`).test(plan));
  expect(scans).toEqual([]);
});
