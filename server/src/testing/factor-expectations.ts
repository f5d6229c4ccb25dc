import { describeApp, generateAppSecret } from '../features/auth/app-codes.ts';
import { writePendingApp } from '../features/auth/factors.queries.ts';
import { insertChallenge, insertPasskey } from '../features/auth/passkeys.queries.ts';
import { generateToken } from '../features/auth/tokens.ts';
import {
  accounts,
  buildRows,
  byId,
  type Resources,
  type RowContext,
  type Rows,
  requesters,
} from './access-rows.ts';
import { showCode } from './factors.ts';
import { findSessionId, insertRow, password } from './fixtures.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

/** That of the requests of the matrix. */
const origin = 'http://localhost';

const allRequesters = (status: number) =>
  Object.fromEntries(requesters.map((requester) => [requester, status]));
/** Everyone who may use the endpoint gets this status. */
const forStaff = (status: number) => ({ Teacher: status, Mod: status, Admin: status });

/** As for the reset of a password. */
const resetExpectations = {
  own: { Mod: 404, Admin: 403 },
  'other school': { Mod: 404 },
  missing: { Mod: 404, Admin: 404 },
};

/** The status is the same for all of them: nobody learns whether an id exists. */
const sessions: Resources = {
  own: { description: 'their own', getKey: ({ db, me }) => findSessionId(db, me.token) },
  'same school': {
    description: "a neighbour's",
    getKey: ({ db, ours }) => findSessionId(db, ours.otherTeacher.token),
  },
  'other school': {
    description: "a stranger's",
    getKey: ({ db, theirs }) => findSessionId(db, theirs.teacher.token),
  },
  missing: { description: 'a missing id', getKey: () => 999_999_999 },
};

let passkeyCount = 0;
const addPasskey = (getUserId: (context: RowContext) => number) => (context: RowContext) =>
  insertRow(context.db, 'passkeys', {
    user_id: getUserId(context),
    credential_id: `\\x${(++passkeyCount).toString(16).padStart(8, '0')}`,
    public_key: '\\x00',
    counter: 0,
    name: 'Máy',
  });
const passkeys: Resources = {
  own: { description: 'their own', getKey: addPasskey(({ me }) => me.id) },
  'same school': {
    description: "a neighbour's",
    getKey: addPasskey(({ ours }) => ours.otherTeacher.id),
  },
  'other school': {
    description: "a stranger's",
    getKey: addPasskey(({ theirs }) => theirs.teacher.id),
  },
  missing: { description: 'a missing id', getKey: () => 999_999_999 },
};

/** A wrong password gets the same status during the setup, when there is one. */
const passwordRows = (duringSetup: boolean) => [
  {
    description: 'a wrong password',
    request: () => ({ body: { password: 'khac12345' } }),
    expect: { ...forStaff(400), ...(duringSetup && { 'must change': 400 }) },
  },
  { description: 'the right password', request: () => ({ body: { password } }), expect: {} },
];

/** The access rows of sessions and second factors. */
export const factorRows: Rows = {
  // Last of all their own: the requester is then logged out.
  'DELETE /api/auth/sessions/{id}': buildRows('id', sessions, byId),
  'POST /api/auth/factors/app': passwordRows(true),
  'POST /api/auth/factors/app/confirm': [
    {
      description: 'a code without an app',
      request: () => ({ body: { code: '123456' } }),
      expect: { ...forStaff(400), 'must change': 400 },
    },
    {
      description: 'the code of a new app',
      async request({ db, me }) {
        const secret = generateAppSecret();
        await writePendingApp(db, me.id, secret);
        return { body: { code: showCode(describeApp(secret, me.username).secret) } };
      },
      expect: {},
    },
  ],
  'DELETE /api/auth/factors/app': passwordRows(false),
  'POST /api/auth/factors/recovery-codes': passwordRows(false),
  'POST /api/auth/factors/passkeys/options': passwordRows(true),
  'POST /api/auth/factors/passkeys': [
    {
      description: 'a passkey that was not asked for',
      request: () => ({ body: { name: 'Máy', response: {} } }),
      expect: { ...forStaff(400), 'must change': 400 },
    },
    {
      description: 'a new passkey',
      async request({ db, me }) {
        const challenge = generateToken();
        await insertChallenge(db, challenge, me.id);
        const response = new SoftwareAuthenticator().create({ challenge, origin });
        return { body: { name: 'Máy', response } };
      },
      expect: {},
    },
  ],
  'DELETE /api/auth/factors/passkeys/{id}': buildRows(
    'id',
    passkeys,
    (id: number) => ({ params: { id }, body: { password } }),
    { 'same school': forStaff(404), 'other school': forStaff(404), missing: forStaff(404) },
  ),
  'POST /api/auth/passkey/login': [
    {
      description: 'an unknown passkey',
      request: () => ({ body: { response: {} } }),
      expect: allRequesters(401),
    },
    {
      description: 'their own passkey',
      async request({ db, me }) {
        const challenge = generateToken();
        await insertChallenge(db, challenge, null);
        const authenticator = new SoftwareAuthenticator();
        const { id, publicKey } = authenticator;
        const credential = { id, publicKey: new Uint8Array(publicKey), counter: 0 };
        await insertPasskey(db, { userId: me.id, name: 'Máy', credential });
        return { body: { response: authenticator.get({ challenge, origin }) } };
      },
      expect: { inactive: 403 },
    },
  ],
  'DELETE /api/admin/users/{id}/factors': buildRows('id', accounts, byId, resetExpectations),
  'DELETE /api/admin/users/{id}/sessions': buildRows('id', accounts, byId, resetExpectations),
  'DELETE /api/admin/users/{id}/sessions/{session_id}': [
    ...buildRows(
      'id',
      accounts,
      (id: number) => ({ params: { id, session_id: 999_999_999 } }),
      resetExpectations,
    ),
    // None of them is the student's, so nobody is logged out.
    ...buildRows('session_id', sessions, (session_id: number, { ours }) => ({
      params: { id: ours.student.id, session_id },
    })),
  ],
};
