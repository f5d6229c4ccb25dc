import { t } from '@lingui/core/macro';
import type { PendingAvatar } from '@lop-xanh/contract/avatars';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fileUrl } from '../../lib/api.ts';
import { describeError } from '../../lib/api-errors.ts';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { pendingAvatarsQuery, useDecideAvatar } from './avatars.api.ts';
import classes from './class-avatars.module.css';

/** The pictures of a class's students that wait for approval. */
export function ClassAvatars({ classId }: { classId: number }) {
  const { data: pending = [] } = useQuery(pendingAvatarsQuery(classId));
  if (pending.length === 0) return null;
  return (
    <Card title={t`Ảnh đại diện chờ duyệt`}>
      <ul className={classes.list}>
        {pending.map((avatar) => (
          <PendingPicture key={avatar.id} avatar={avatar} />
        ))}
      </ul>
    </Card>
  );
}

function PendingPicture({ avatar }: { avatar: PendingAvatar }) {
  const { mutate: decide, isPending } = useDecideAvatar();
  const { id, full_name: name, avt, hasConsent } = avatar;
  const submit = (status: 'approved' | 'rejected') =>
    decide(
      { id, status },
      {
        onError: (error) =>
          toast({
            kind: 'error',
            message: describeError(error, t`Chưa lưu được, hãy thử lại`),
            id: 'avatar',
          }),
      },
    );
  return (
    <li className={classes.item}>
      <img className={classes.photo} src={fileUrl(avt)} alt={t`Ảnh của ${name}`} />
      <div className={classes.text}>
        <p className={classes.name} lang="vi">
          {name}
        </p>
        {!hasConsent && (
          <p className={classes.warning}>{t`Gia đình chưa đồng ý đăng ảnh của em`}</p>
        )}
      </div>
      <div className={classes.buttons}>
        <Button
          variant="default"
          disabled={isPending}
          aria-label={t`Từ chối ảnh của ${name}`}
          onClick={() => submit('rejected')}
        >
          {t`Từ chối`}
        </Button>
        <Button
          variant="light"
          disabled={isPending}
          aria-label={t`Duyệt ảnh của ${name}`}
          onClick={() => submit('approved')}
        >
          {t`Duyệt`}
        </Button>
      </div>
    </li>
  );
}
