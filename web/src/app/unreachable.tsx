import { t } from '@lingui/core/macro';
import { messages } from '../language/messages.ts';
import { ErrorState } from '../ui/state.tsx';

/** The session may be valid, but the server does not respond. */
export function Unreachable({ retry }: { retry: () => void }) {
  return (
    <main>
      <title>{`${t`Không có kết nối`} · Lớp Xanh`}</title>
      <ErrorState message={messages.profile.loadFailed} retry={retry} />
    </main>
  );
}
