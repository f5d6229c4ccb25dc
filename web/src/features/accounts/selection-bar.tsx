import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { Role } from '@lop-xanh/contract/rules/roles';
import type { School } from '@lop-xanh/contract/schools';
import { ActionIcon, Button } from '@mantine/core';
import {
  IconFileSpreadsheet,
  IconKey,
  IconLock,
  IconLockOpen,
  IconQrcode,
  IconSwitchHorizontal,
  IconX,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { describeError } from '../../lib/api-errors.ts';
import { toast } from '../../ui/toast.ts';
import { useDownload } from '../../ui/use-download.ts';
import { useEscape } from '../../ui/use-escape.ts';
import { IssuedCardsDialog } from '../cards/public.ts';
import { type AccountListFilters, accountIdsQuery } from './accounts.api.ts';
import { IssuedPasswordsDialog } from './issued-passwords.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { OutcomeDialog } from './outcome-dialog.tsx';
import { ResetProgress } from './reset-progress.tsx';
import { downloadSelected } from './selected-accounts.api.ts';
import classes from './selection-bar.module.css';
import { useSelectionActions } from './use-selection-actions.ts';

interface Props {
  school: School;
  list: AccountListFilters;
  /** How many the list has. */
  total: number;
  chosen: ReadonlySet<number>;
  onChoose: (ids: Iterable<number>) => void;
  /** Also ends choosing on a phone. */
  onClose: () => void;
}

/** What can be done with all chosen accounts at once. */
export function SelectionBar({ school, list, total, chosen, onChoose, onClose }: Props) {
  const { role, status } = list;
  const [isMoving, setIsMoving] = useState(false);
  const ids = [...chosen];
  const actions = useSelectionActions(ids, onChoose);
  const { isLoading: isExporting, save } = useDownload();
  const kind = tableKinds[role];
  const count = chosen.size;
  const isTooMany = count > limits.maxSelectedAccounts;
  const button = { variant: 'subtle', size: 'compact-md', disabled: count === 0 || isTooMany };
  const { isBusy } = actions;
  useEscape(onClose);
  return (
    <section className={classes.bar} aria-label={t`Những người đã chọn`}>
      <p className={classes.count} aria-live="polite">
        {t`${count} đã chọn`}
      </p>
      {count < total && <ChooseAll list={list} total={total} onChoose={onChoose} />}
      {isTooMany && <p>{t`Mỗi lần nhiều nhất ${limits.maxSelectedAccounts} người`}</p>}
      <div className={classes.actions}>
        {role === 'Student' && (
          <>
            <Button
              {...button}
              leftSection={<IconSwitchHorizontal size={20} aria-hidden />}
              onClick={() => setIsMoving(true)}
            >
              {t`Chuyển lớp`}
            </Button>
            <Button
              {...button}
              leftSection={<IconQrcode size={20} aria-hidden />}
              loading={isBusy === 'cards'}
              onClick={() => void actions.issueCards()}
            >
              {t`In thẻ`}
            </Button>
          </>
        )}
        <Button
          {...button}
          leftSection={<IconKey size={20} aria-hidden />}
          onClick={() => void actions.reset()}
        >
          {t`Đặt lại mật khẩu`}
        </Button>
        {kind && (
          <Button
            {...button}
            leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
            loading={isExporting}
            onClick={() => void save(() => downloadSelected(kind, school.id, ids))}
          >
            {t`Xuất Excel`}
          </Button>
        )}
        {status === 'inactive' ? (
          <Button
            {...button}
            leftSection={<IconLockOpen size={20} aria-hidden />}
            loading={isBusy === 'status'}
            onClick={() => void actions.changeStatus('active')}
          >
            {t`Mở lại`}
          </Button>
        ) : (
          <Button
            {...button}
            color="clay"
            leftSection={<IconLock size={20} aria-hidden />}
            loading={isBusy === 'status'}
            onClick={() => void actions.changeStatus('inactive')}
          >
            {t`Khóa`}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          aria-label={t`Bỏ chọn`}
          title={t`Bỏ chọn (Esc)`}
          onClick={onClose}
        >
          <IconX size={22} />
        </ActionIcon>
      </div>
      {isMoving && (
        <MoveDialog
          schoolId={school.id}
          ids={ids}
          onMoved={(outcome) => {
            setIsMoving(false);
            actions.show(outcome, (done) => t`Đã chuyển lớp ${done} học sinh`);
          }}
          onClose={() => setIsMoving(false)}
        />
      )}
      {actions.resetDone !== undefined && <ResetProgress done={actions.resetDone} count={count} />}
      {actions.issued ? (
        <IssuedPasswordsDialog
          accounts={actions.issued}
          schoolName={school.school_name}
          onClose={actions.closeIssued}
        />
      ) : actions.sheets ? (
        <Suspense>
          <IssuedCardsDialog sheets={actions.sheets} error={null} onClose={actions.closeIssued} />
        </Suspense>
      ) : (
        actions.outcome && (
          <OutcomeDialog outcome={actions.outcome} onClose={actions.closeOutcome} />
        )
      )}
    </section>
  );
}

const tableKinds: Partial<Record<Role, 'students' | 'teachers'>> = {
  Student: 'students',
  Teacher: 'teachers',
};

function ChooseAll({ list, total, onChoose }: Pick<Props, 'list' | 'total' | 'onChoose'>) {
  const client = useQueryClient();
  const [isLoading, setIsLoading] = useState(false);
  const chooseAll = async () => {
    setIsLoading(true);
    try {
      onChoose(await client.fetchQuery(accountIdsQuery(list)));
    } catch (error) {
      toast({ kind: 'error', message: describeError(error, t`Không tải được danh sách`) });
    }
    setIsLoading(false);
  };
  return (
    <Button
      variant="transparent"
      size="compact-md"
      className={classes.all ?? ''}
      loading={isLoading}
      onClick={() => void chooseAll()}
    >
      {t`Chọn cả ${total}`}
    </Button>
  );
}
