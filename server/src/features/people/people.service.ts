import type { PageQuery } from '@lop-xanh/contract/paging';
import type { Person } from '@lop-xanh/contract/people';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { readAccountWithParents, readVisibleAccount } from '../accounts/accounts.service.ts';
import { readAuditPage } from '../audit/audit.service.ts';
import { listSessions } from '../auth/sessions.service.ts';
import { readCard } from '../cards/cards.service.ts';
import { readConsent } from '../consent/consent.service.ts';
import { readSchoolLife } from '../history/history.service.ts';
import { readAuthoredComments } from '../posts/comments.service.ts';
import { readAuthoredPosts } from '../posts/posts.service.ts';

/** Posts, comments and audit entries; their own lists have the others. */
const newestCount = 5;

/** Each part comes from the use case of its own screen, which also authorizes it. */
export async function readPerson(db: Db, actor: Actor, id: number): Promise<Person> {
  const { account, parents, can } = await readAccountWithParents(db, actor, id);
  const { role } = account;
  const isStudent = role === 'Student';
  const isTeacher = role === 'Teacher';
  const { audit } = await readAuditPage(db, actor, { person_id: id, limit: newestCount });
  return {
    account,
    parents,
    ...(isStudent || isTeacher
      ? await readSchoolLife(db, actor, { id, role })
      : { memberships: [], attendance: null }),
    consent: isStudent ? await readConsent(db, actor, id) : null,
    card: isStudent ? await readCard(db, actor, id) : null,
    posts: isTeacher
      ? await readAuthoredPosts(db, actor, { authorId: id, limit: newestCount })
      : null,
    sessions: id === actor.id || account.can.resetPassword ? await listSessions(db, actor, id) : [],
    comments: await readAuthoredComments(db, actor, { authorId: id, limit: newestCount }),
    audit,
    can,
  };
}

export async function readPersonComments(
  db: Db,
  actor: Actor,
  { id, ...page }: PageQuery & { id: number },
): Promise<Person['comments']> {
  await readVisibleAccount(db, actor, id);
  return readAuthoredComments(db, actor, { authorId: id, ...page });
}
