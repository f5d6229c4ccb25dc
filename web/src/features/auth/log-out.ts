import type { User } from '@lop-xanh/contract/accounts';
import { messages } from '@lop-xanh/contract/messages';
import { clearDrafts } from '../../lib/drafts.ts';
import { clear, waitingOf } from '../../lib/outbox/outbox-storage.ts';
import { currentToken, endSession } from '../../lib/session.ts';
import { keepLogout, sendLogouts } from '../../lib/unsent-logouts.ts';
import { confirm } from '../../ui/dialogs.ts';

export async function askToLogOut({ id }: User): Promise<void> {
  const unsent = await waitingOf(id).catch(() => []);
  const isSure = await confirm({
    title: messages.navigation.logout,
    message: messages.session.confirmLogout + lossOf(unsent.length),
    confirm: messages.navigation.logout,
    isDanger: true,
  });
  if (isSure) await logOut(id);
}

function lossOf(unsent: number): string {
  return unsent === 0 ? '' : ` ${unsent} thay đổi chưa gửi trên máy này sẽ mất.`;
}

/** Leaves at once: the server is told as soon as it can be reached. */
async function logOut(user: number): Promise<void> {
  const token = currentToken();
  if (token !== null) await keepLogout(token);
  clearDrafts(user);
  await clear(user).catch(() => {});
  endSession(token, 'logout');
  void sendLogouts();
}
