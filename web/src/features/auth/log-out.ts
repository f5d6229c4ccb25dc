import { auth } from '@lop-xanh/contract/auth';
import { messages } from '@lop-xanh/contract/messages';
import { call } from '../../lib/api.ts';
import { clearDrafts } from '../../lib/drafts.ts';
import { currentToken, endSession } from '../../lib/session.ts';
import { confirm } from '../../ui/dialogs.ts';

export async function askToLogOut(): Promise<void> {
  const isSure = await confirm({
    title: messages.navigation.logout,
    message: messages.session.confirmLogout,
    confirm: messages.navigation.logout,
    isDanger: true,
  });
  if (isSure) logOut();
}

/** Leaves at once: the server is told, but need not answer. */
function logOut(): void {
  call(auth.logout).catch(() => {});
  clearDrafts();
  endSession(currentToken(), 'logout');
}
