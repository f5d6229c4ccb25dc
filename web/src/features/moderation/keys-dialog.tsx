import { t } from '@lingui/core/macro';
import { Modal } from '../../ui/modal.tsx';

import { Key } from './key.tsx';
import classes from './keys-dialog.module.css';

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const keys = [
    { names: ['A'], text: t`Duyệt mục đang mở, hoặc các mục đã chọn` },
    { names: ['R'], text: t`Từ chối bài viết, ẩn bình luận; sau đó nhấn số của lý do` },
    { names: ['J', 'K'], text: t`Mục sau, mục trước` },
    { names: ['X'], text: t`Chọn hoặc bỏ chọn mục đang mở` },
    { names: ['Z'], text: t`Hoàn tác quyết định cuối, trong 10 giây` },
    { names: ['Esc'], text: t`Thôi từ chối, bỏ chọn` },
    { names: ['?'], text: t`Mọi phím` },
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t`Mọi phím`}
      closeButtonProps={{ 'aria-label': t`Đóng` }}
    >
      <dl className={classes.keys}>
        {keys.map(({ names, text }) => (
          <div key={text}>
            <dt>
              {names.map((name) => (
                <Key key={name} name={name} />
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
