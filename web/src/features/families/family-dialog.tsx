import { t } from '@lingui/core/macro';
import type { Account, ChildOfParent } from '@lop-xanh/contract/accounts';
import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { describeError } from '../../lib/api-errors.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Modal } from '../../ui/modal.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { type UserOption, UserSelect } from '../accounts/public.ts';
import { useLink } from './families.api.ts';
import classes from './family-dialog.module.css';
import { UnlinkButton } from './unlink-button.tsx';

interface Props {
  parent: Account;
  onClose: () => void;
}

/** The children of a parent, to link and to unlink. */
export function FamilyDialog({ parent, onClose }: Props) {
  const { full_name: name, children } = parent;
  const hasSeveralSchools = new Set(children.map(({ school_id }) => school_id)).size > 1;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t`Các con của ${name}`}
      size="34rem"
      fullScreen={useIsMobile()}
    >
      {children.length === 0 && (
        <EmptyState picture={<SproutPicture />} title={t`Chưa liên kết với con nào`} />
      )}
      <ul className={classes.children} aria-label={t`Các con`}>
        {children.map((child) => (
          <li key={child.id} className={classes.child}>
            <span className={classes.text} lang="vi">
              <strong>{child.full_name}</strong>
              <span className={classes.place}>{formatPlace(child, hasSeveralSchools)}</span>
            </span>
            <UnlinkButton parent={parent} child={child} />
          </li>
        ))}
      </ul>
      <LinkChild parent={parent} />
    </Modal>
  );
}

function formatPlace({ class_name: name, school_name }: ChildOfParent, hasSchool: boolean): string {
  const place = name ? t`Lớp ${name}` : t`Chưa xếp lớp`;
  return hasSchool ? `${place} · ${school_name}` : place;
}

function LinkChild({ parent }: { parent: Account }) {
  const { id: parent_id, full_name: name, student_ids } = parent;
  const { mutate, isPending, error } = useLink();
  const submission = useSubmissionKey();
  const [child, setChild] = useState<UserOption | null>(null);
  const link = () => {
    if (!child) return;
    const { id: studentId, full_name: childName } = child;
    const key = submission.getKeyFor([studentId, parent_id]);
    mutate(
      { studentId, parent: { parent_id }, key },
      {
        onSuccess: () => {
          submission.reset();
          setChild(null);
          toast({ kind: 'success', message: t`Đã liên kết ${name} với ${childName}` });
        },
      },
    );
  };
  return (
    <div className={classes.link}>
      <UserSelect
        // Remounting empties the field after each link.
        key={student_ids.length}
        label={t`Thêm con`}
        placeholder={t`Tìm học sinh theo tên hoặc mã số`}
        filter={{ role: 'Student' }}
        excludedIds={student_ids}
        value={child}
        onChange={setChild}
      />
      <FormError message={error && describeError(error, t`Chưa liên kết được, hãy thử lại`)} />
      <Button
        disabled={!child}
        loading={isPending}
        leftSection={<IconLink size={20} aria-hidden />}
        onClick={link}
      >
        {t`Liên kết`}
      </Button>
    </div>
  );
}
