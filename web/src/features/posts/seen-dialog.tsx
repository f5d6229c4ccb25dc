import { t } from '@lingui/core/macro';
import type { Post, Seen } from '@lop-xanh/contract/posts';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import { Button, Stack, Text } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { describeError } from '../../lib/api-errors.ts';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { PersonLink } from '../people/public.ts';
import { useRemindFamilies } from './seen.api.ts';
import classes from './seen-counter.module.css';

interface Props {
  post: Post;
  summary: Seen;
  onClose: () => void;
}

/** The families who have not read a post, who can be reminded once. */
export function SeenDialog({ post, summary, onClose }: Props) {
  const { seen, families, unseen } = summary;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t`${seen}/${families} gia đình đã xem`}
      size="34rem"
      fullScreen={useIsMobile()}
    >
      <Stack>
        {unseen.length === 0 ? (
          <Text>
            {families === 0 ? t`Lớp chưa có gia đình nào.` : t`Tất cả các gia đình đã xem.`}
          </Text>
        ) : (
          <>
            <section>
              <h3 className={classes.heading}>{t`Gia đình chưa xem`}</h3>
              <ul className={classes.unseen} lang="vi">
                {unseen.map(({ id, full_name }) => (
                  <li key={id}>
                    <PersonLink id={id} isPlain>
                      {full_name}
                    </PersonLink>
                  </li>
                ))}
              </ul>
            </section>
            <Reminder id={post.id} remindedAt={summary.remindedAt} />
          </>
        )}
      </Stack>
    </Modal>
  );
}

function Reminder({ id, remindedAt }: { id: number; remindedAt: string | null }) {
  const { mutate: remind, isPending } = useRemindFamilies(id);
  if (remindedAt !== null) {
    const time = formatDateTime(remindedAt);
    return <Text c="dimmed">{t`Đã nhắc lúc ${time}. Mỗi bài viết nhắc được một lần.`}</Text>;
  }
  return (
    <Button
      loading={isPending}
      leftSection={<IconBellRinging size={20} aria-hidden />}
      onClick={() =>
        remind(undefined, {
          onSuccess: () => toast({ kind: 'success', message: t`Đã nhắc các gia đình chưa xem` }),
          onError: (error) =>
            toast({
              kind: 'error',
              message: describeError(error, t`Chưa nhắc được, hãy thử lại`),
              id: 'remind',
            }),
        })
      }
    >
      {t`Nhắc các gia đình chưa xem`}
    </Button>
  );
}
