import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import { Button } from '@mantine/core';
import { IconLink, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Modal } from '../../ui/modal.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { LinkParentDialog, UnlinkButton } from '../families/public.ts';
import { specifiedColumns } from './account-columns.tsx';
import { AccountsTable } from './accounts-table.tsx';
import classes from './issued-passwords.module.css';
import { userOptionsQuery } from './user-options.ts';

interface Props {
  child: Account;
  schoolName: string;
  onClose: () => void;
  onEdit: (parent: Account, reloadParents: () => Promise<readonly Account[]>) => void;
  onAdd: () => void;
}

/** The accounts of a student's parents, to add, link and unlink. */
export function ParentsDialog({ child, schoolName, onClose, onEdit, onAdd }: Props) {
  const { full_name } = child;
  const title = t`Phụ huynh của ${full_name}`;
  const { addParent } = messages.accounts;
  const [isLinking, setIsLinking] = useState(false);
  const client = useQueryClient();
  const parentsQuery = userOptionsQuery({ role: 'Parent', family_of: child.id });
  const reloadParents = () => client.fetchQuery({ ...parentsQuery, staleTime: 0 });
  return (
    <Modal opened onClose={onClose} title={title} size="56rem" fullScreen={useIsMobile()}>
      <Loaded
        query={useQuery(parentsQuery)}
        skeleton={<Skeleton lines={3} />}
        failedMessage={t`Không tải được danh sách`}
        empty={<EmptyState picture={<SproutPicture />} title={t`Chưa có tài khoản phụ huynh`} />}
      >
        {(parents) => (
          <div className={classes.table}>
            <AccountsTable
              label={title}
              columns={specifiedColumns.Parent}
              schoolName={schoolName}
              rows={parents}
              paging={{ page: 1, total: parents.length, onPage: () => {} }}
              renderAction={(parent) =>
                child.can.addParent && <UnlinkButton parent={parent} child={child} />
              }
              onEdit={(parent) => {
                onClose();
                onEdit(parent, reloadParents);
              }}
            />
          </div>
        )}
      </Loaded>
      {child.can.addParent && (
        <div className={classes.buttons}>
          <Button
            variant="light"
            leftSection={<IconLink size={20} aria-hidden />}
            onClick={() => setIsLinking(true)}
          >
            {t`Liên kết phụ huynh đã có`}
          </Button>
          <Button
            leftSection={<IconPlus size={20} aria-hidden />}
            lang={getTextLanguage(addParent)}
            onClick={() => {
              onClose();
              onAdd();
            }}
          >
            {addParent}
          </Button>
        </div>
      )}
      <Suspense>
        {isLinking && <LinkParentDialog student={child} onClose={() => setIsLinking(false)} />}
      </Suspense>
    </Modal>
  );
}
