import { messages } from '@lop-xanh/contract/messages';
import { ErrorState } from '../ui/state.tsx';

/** The session may well be good, but the server does not answer. */
export function Unreachable({ retry }: { retry: () => void }) {
  return (
    <main>
      <title>Không có kết nối · Lớp Xanh</title>
      <ErrorState message={messages.profile.loadFailed} retry={retry} />
    </main>
  );
}
