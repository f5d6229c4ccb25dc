import type { TestUser } from './fixtures.ts';

export interface ModelSchool {
  id: number;
  mod: TestUser;
  year: number;
  /** The starts that led to the current year. The last can be undone unless it is final. */
  starts: { at: number; leavers: Set<ModelUser>; isFinal: boolean }[];
}

export interface ModelClass {
  id: number;
  school: ModelSchool;
  year: number;
  grade: number;
  name: string;
  isDeleted: boolean;
  sheetCount: number;
}

export interface ModelUser {
  id: number;
  username: string;
  firstName: string;
  role: 'Student' | 'Teacher';
  school: ModelSchool;
  hasLeft: boolean;
  isDeleted: boolean;
}

export type MemberKind = 'student' | 'homeroom' | 'substitute';

interface Membership {
  user: ModelUser;
  schoolClass: ModelClass;
  kind: MemberKind;
  from: number;
  until: number | null;
}

/** A class with its name at the time of a transfer. */
interface NamedClass {
  schoolClass: ModelClass;
  name: string;
}

interface Transfer {
  at: number;
  /** Of the user, at that time. */
  firstName: string;
  from: NamedClass | null;
  to: NamedClass | null;
}

/** Who is in which class, who was, and how they got there. */
export class SchoolMemberships {
  readonly #transfers = new Map<ModelUser, Transfer[]>();
  #memberships: Membership[] = [];

  /** Ends the current membership and starts the next one, as one transfer. */
  move(user: ModelUser, target: ModelClass | null, at: number): void {
    const current = this.#findCurrent(user);
    const former = current?.schoolClass ?? null;
    if (former === target) return;
    if (current) current.until = at;
    if (target) this.add(user, target, user.role === 'Student' ? 'student' : 'homeroom', at);
    const { firstName } = user;
    const transfer = { at, firstName, from: nameClass(former), to: nameClass(target) };
    this.#transfers.set(user, [...this.listTransfers(user), transfer]);
  }

  add(user: ModelUser, schoolClass: ModelClass, kind: MemberKind, from: number): void {
    this.#memberships.push({ user, schoolClass, kind, from, until: null });
  }

  endSubstitution(schoolClass: ModelClass, at: number): void {
    for (const substitution of this.#listCurrent(schoolClass, 'substitute')) {
      substitution.until = at;
    }
  }

  endAll(user: ModelUser, at: number): void {
    this.move(user, null, at);
    for (const membership of this.#memberships) {
      if (membership.user === user) membership.until ??= at;
    }
  }

  /** Takes the user out of their class as if they had left it at the moment they joined. */
  revoke(user: ModelUser, at: number): void {
    const current = this.#findCurrent(user);
    if (!current) return;
    this.move(user, null, at);
    current.until = current.from;
    const [joined, left] = this.listTransfers(user).slice(-2) as [Transfer, Transfer];
    Object.assign(left, { ...joined, from: joined.to, to: null });
  }

  /** Nobody was ever in these classes; whoever is still at the school is back where they were until then. */
  undo(school: ModelSchool, classes: Set<ModelClass>, startedAt: number): void {
    this.#memberships = this.#memberships.filter(({ schoolClass }) => !classes.has(schoolClass));
    const hasBeenElsewhere = (user: ModelUser) =>
      this.#memberships.some(
        (later) => later.user === user && later.kind !== 'substitute' && later.from >= startedAt,
      );
    const restored = new Set<ModelUser>();
    for (const membership of this.#memberships) {
      const { user, schoolClass, until } = membership;
      if (until !== startedAt || schoolClass.school !== school) continue;
      const isStillHere = user.school === school && !user.hasLeft && !user.isDeleted;
      if (!isStillHere || hasBeenElsewhere(user)) continue;
      membership.until = null;
      restored.add(user);
    }
    // Whoever is not back left their class when the year started.
    const withoutUndone = (side: NamedClass | null) =>
      side && classes.has(side.schoolClass) ? null : side;
    for (const [user, transfers] of this.#transfers) {
      const remaining = transfers
        .filter(({ at }) => at !== startedAt || !restored.has(user))
        .map(({ from, to, ...transfer }) => ({
          ...transfer,
          from: withoutUndone(from),
          to: withoutUndone(to),
        }))
        .filter(({ from, to }) => from || to);
      this.#transfers.set(user, remaining);
    }
  }

  findClass(user: ModelUser): ModelClass | null {
    return this.#findCurrent(user)?.schoolClass ?? null;
  }

  listMembers(schoolClass: ModelClass, kind: MemberKind): ModelUser[] {
    return this.#listCurrent(schoolClass, kind).map(({ user }) => user);
  }

  /** Oldest first. */
  listTransfers(user: ModelUser): Transfer[] {
    return this.#transfers.get(user) ?? [];
  }

  /** Whether the user is in the class, or left it after that time. */
  wasMemberAfter(user: ModelUser, schoolClass: ModelClass, at: number): boolean {
    return this.#memberships.some(
      (membership) =>
        membership.user === user &&
        membership.schoolClass === schoolClass &&
        (membership.until === null || at < membership.until),
    );
  }

  #findCurrent(user: ModelUser): Membership | undefined {
    return this.#memberships.find(
      (membership) =>
        membership.user === user && membership.kind !== 'substitute' && membership.until === null,
    );
  }

  #listCurrent(schoolClass: ModelClass, kind: MemberKind): Membership[] {
    return this.#memberships.filter(
      (membership) =>
        membership.schoolClass === schoolClass &&
        membership.kind === kind &&
        membership.until === null,
    );
  }
}

function nameClass(schoolClass: ModelClass | null): NamedClass | null {
  return schoolClass && { schoolClass, name: schoolClass.name };
}
