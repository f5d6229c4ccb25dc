import type { User } from '@lop-xanh/contract/accounts';
import type { Profile } from '@lop-xanh/contract/auth';
import type { Language } from '@lop-xanh/contract/rules/languages';
import type { FastifyRequest } from 'fastify';

/** The authenticated user of a request, with everything their permissions depend on, read for this request. */
export interface Actor
  extends Pick<
    User,
    'id' | 'username' | 'role' | 'school_id' | 'class_id' | 'isChangePass' | 'student_ids'
  > {
  /** Stays the same when the session gets a new token. */
  session_id: number;
  /** The class they attend, the classes they teach, as a substitute too, or their children's classes. */
  class_ids: number[];
  /** The classes in which a teacher stands in today; they are among `class_ids`. */
  substitutions: Profile['substitutions'];
  /** The grades of those classes. */
  grade_ids: number[];
  /** Whether the installation requires a second factor that they have not added yet. */
  mustAddFactor: boolean;
  /** Null until they choose one. */
  language: Language | null;
}

/** An actor with everything the API returns to users about themselves. */
export type ActorWithProfile = Actor & Profile;

/** Finds the owner of a session with their current permissions, or undefined once the session has ended. */
export interface ActorFinder {
  /** Finds an `ActorWithProfile` where the route returns it. */
  findByToken: (token: string, options: { asProfile: boolean }) => Promise<Actor | undefined>;
  findBySession: (sessionId: number) => Promise<Actor | undefined>;
}

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{1,100})$/i.exec(request.headers.authorization ?? '')?.[1];
}
