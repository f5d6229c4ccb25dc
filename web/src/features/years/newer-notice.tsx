import { t } from '@lingui/core/macro';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { TextItems } from '../../ui/text-items.tsx';
import classes from './newer-notice.module.css';
import { describeChanges } from './plan-changes.ts';
import type { Draft } from './use-draft.ts';

/** Says who saved a newer version, and names the own changes that are not part of it. */
export function NewerNotice({ draft: { base, plan, newer, store } }: { draft: Draft }) {
  // Still named after the newer version is shown, so that they can be made again.
  const [lost, setLost] = useState<readonly string[]>([]);
  if (newer) {
    const { version, saved_at } = newer;
    const name = newer.saved_by ?? t`Người khác`;
    const at = formatDateTime(saved_at ?? '');
    const changes = describeChanges(newer.school, base.plan, plan);
    const open = () => {
      setLost(changes);
      store.load(newer);
    };
    return (
      <div className={classes.notice} role="alert">
        <div className={classes.text}>
          <p className={classes.title}>{t`${name} đã lưu bản nháp ${version} lúc ${at}`}</p>
          <p>{t`Thay đổi của bạn chưa được lưu:`}</p>
          <ul>
            <TextItems lines={changes} />
          </ul>
        </div>
        <Button onClick={open}>{t`Mở bản nháp ${version}`}</Button>
      </div>
    );
  }
  if (lost.length === 0) return null;
  return (
    <div className={classes.notice}>
      <div className={classes.text}>
        <p
          className={classes.title}
        >{t`Những thay đổi này của bạn chưa được lưu, hãy làm lại nếu cần`}</p>
        <ul>
          <TextItems lines={lost} />
        </ul>
      </div>
      <Button variant="default" onClick={() => setLost([])}>
        {t`Đã hiểu`}
      </Button>
    </div>
  );
}
