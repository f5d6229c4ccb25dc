import { t } from '@lingui/core/macro';
import type { User } from '@lop-xanh/contract/accounts';
import { messages } from '../../language/messages.ts';
import { clearDrafts } from '../../lib/drafts.ts';
import { clearEntries, countEntries } from '../../lib/outbox/outbox-storage.ts';
import { currentToken, endSession } from '../../lib/session.ts';
import { queueLogout, sendLogouts } from '../../lib/unsent-logouts.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { forgetPush } from '../push/public.ts';

export async function askToLogOut({ id }: User): Promise<void> {
  const unsent = await countEntries(id).catch(() => 0);
  const isConfirmed = await askToConfirm({
    title: messages.navigation.logout,
    message: [messages.session.confirmLogout, ...describeLoss(unsent)].join(' '),
    confirmLabel: messages.navigation.logout,
    isDanger: true,
  });
  if (isConfirmed) await logOut(id);
}

function describeLoss(count: number): string[] {
  return count === 0 ? [] : [t`${count} thay đổi chưa gửi trên máy này sẽ mất.`];
}

/** Logs out at once; the server is notified as soon as it can be reached. */
async function logOut(userId: number): Promise<void> {
  const token = currentToken();
  if (token !== null) await queueLogout(token);
  clearDrafts(userId);
  forgetPush(userId);
  await clearEntries(userId).catch(() => {});
  endSession(token, 'logout');
  void sendLogouts();
}
