import type { cards } from '@lop-xanh/contract/cards';
import type { BodyOf, ResponseOf } from '@lop-xanh/contract/endpoint';
import type { SimpleErrorName } from '@lop-xanh/contract/errors';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import { toNetwork } from '../../http/networks.ts';
import { defaultRateLimits } from '../../http/rate-limit.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import { rememberDevice } from '../auth/login-records.service.ts';
import { openSession } from '../auth/sessions.service.ts';
import { countUnknownCard } from '../auth/unknown-cards.service.ts';
import { choosePictures, findCard, lockActiveStudent, tryPictures } from './cards.queries.ts';
import { hashSecret, joinPictures } from './cards.rules.ts';

/** Where a request comes from. */
interface Client {
  address: string;
  userAgent: string | undefined;
}

export async function openCard(
  db: Db,
  secret: string,
  { address }: Client,
): Promise<ResponseOf<typeof cards.open>> {
  const { isLocked: _, ...opened } = await findUnlockedCard(db, hashSecret(secret), address);
  return opened;
}

/** A flood of guesses waits here, where it takes no connection from anybody. */
const guesses = new FairQueue({
  maxRunning: 2,
  maxRunningPerCaller: 1,
  // As many as one address may send in a minute: a whole school may share it with the flood.
  maxWaiting: defaultRateLimits.perAddress,
  createError: () => new AppError('too_many_requests', { retryAfterSeconds: 3 }),
});

async function findUnlockedCard(db: Db, secretHash: Buffer, address: string) {
  const card = await guesses.run(toNetwork(address), () => findCard(db, secretHash));
  if (!card) {
    await countUnknownCard(db, address);
    throw new AppError('card_unknown');
  }
  if (card.isLocked) throw new AppError('card_locked');
  return card;
}

interface Login {
  userId: number;
  token: string;
  device: string;
}

export async function logInWithCard(
  db: Db,
  { secret, pictures, choose = false, device }: BodyOf<typeof cards.login>,
  { address, userAgent }: Client,
): Promise<Login> {
  const attempt = { secretHash: hashSecret(secret), pictures: joinPictures(pictures) };
  await findUnlockedCard(db, attempt.secretHash, address);
  const result = await db.transaction(async (transaction): Promise<Login | SimpleErrorName> => {
    const student = await (choose ? choosePictures : tryPictures)(transaction, attempt);
    if (!student) return findRejection(transaction, attempt.secretHash, choose);
    if (!student.isCorrect) return student.isLocked ? 'card_locked' : 'wrong_pictures';
    if (!(await lockActiveStudent(transaction, student.id))) return 'account_locked';
    const token = await openSession(transaction, student.id, { openedBy: 'card', userAgent });
    return {
      userId: student.id,
      token,
      device: await rememberDevice(transaction, student.id, device),
    };
  });
  // Only now: an error inside the transaction would undo the counting of a wrong try.
  if (typeof result === 'string') throw new AppError(result);
  return result;
}

/** Why neither pictures could be tried nor chosen. */
async function findRejection(
  db: Db,
  secretHash: Buffer,
  choose: boolean,
): Promise<SimpleErrorName> {
  const card = await findCard(db, secretHash);
  if (!card) return 'card_unknown';
  if (card.isLocked) return 'card_locked';
  if (!choose) return 'wrong_pictures';
  return card.hasPictures ? 'pictures_chosen' : 'account_locked';
}
