import { t } from '@lingui/core/macro';
import { CloudPicture } from '../ui/cloud-picture.tsx';
import { EmptyState } from '../ui/state.tsx';
import { ReloadButton } from './reload-button.tsx';

/** Without storage for the session, nobody can log in. */
export function SiteDataBlocked() {
  return (
    <main role="alert">
      <title>{`${t`Chưa mở được`} · Lớp Xanh`}</title>
      <EmptyState
        picture={<CloudPicture />}
        title={t`Trình duyệt đang chặn dữ liệu`}
        text={t`Lớp Xanh cần nhớ trên máy này rằng bạn đã đăng nhập. Hãy mở cài đặt của trình duyệt, cho phép trang này lưu dữ liệu (cookie và dữ liệu trang web), rồi tải lại trang.`}
      >
        <ReloadButton reload={() => location.reload()} />
      </EmptyState>
    </main>
  );
}
