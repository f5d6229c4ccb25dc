import { t } from '@lingui/core/macro';
import type { Person } from '@lop-xanh/contract/people';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { getTextLanguage } from '../../language/text-language.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { AccountEditor, getStatusLabel } from '../accounts/public.ts';
import { ParentLetterDialog, UnlinkButton } from '../families/public.ts';
import { PersonLink } from './person-link.tsx';
import { PersonSection, SectionEmpty, SectionItem, SectionList } from './person-section.tsx';

/** The parents of a student; linking one who has an account is in the menu of the page. */
export function ParentsSection({ person: { account, parents, can } }: { person: Person }) {
  const [isAdding, setIsAdding] = useState(false);
  const [letterFor, setLetterFor] = useState<Person['account']>();
  const { addParent } = account.can;
  return (
    <PersonSection
      title={t({ message: 'Phụ huynh', context: 'parents of a student' })}
      action={
        addParent && (
          <Button
            variant="subtle"
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={() => setIsAdding(true)}
          >
            {t`Thêm phụ huynh`}
          </Button>
        )
      }
    >
      {parents.length === 0 && <SectionEmpty text={t`Chưa có tài khoản phụ huynh`} />}
      <SectionList>
        {parents.map((parent) => {
          const { full_name: name } = parent;
          return (
            <SectionItem
              key={parent.id}
              mark={<Avatar user={parent} size={36} />}
              title={
                <span lang="vi">
                  <PersonLink id={parent.id}>{name}</PersonLink>
                </span>
              }
              text={<ParentText parent={parent} />}
              action={
                <>
                  {parent.can.resetPassword && !parent.lastLoginAt && (
                    <Button
                      variant="default"
                      size="compact-md"
                      aria-label={t`In thư cho ${name}`}
                      onClick={() => setLetterFor(parent)}
                    >
                      {t`In thư`}
                    </Button>
                  )}
                  {addParent && <UnlinkButton parent={parent} child={account} />}
                </>
              }
            />
          );
        })}
      </SectionList>
      <Suspense>
        {letterFor && (
          <ParentLetterDialog parent={letterFor} onClose={() => setLetterFor(undefined)} />
        )}
        {isAdding && (
          <AccountEditor
            target={{
              newAccount: { role: 'Parent', schoolId: account.school_id, children: [account] },
            }}
            creatableRoles={can.create}
            onClose={() => setIsAdding(false)}
          />
        )}
      </Suspense>
    </PersonSection>
  );
}

function ParentText({ parent: { phone, status, lastLoginAt } }: { parent: Person['account'] }) {
  const label = getStatusLabel(status);
  return (
    <>
      {[phone, !lastLoginAt && t`Chưa từng đăng nhập`].filter(Boolean).join(' · ')}
      {status === 'inactive' && (
        <>
          {(phone || !lastLoginAt) && ' · '}
          <span lang={getTextLanguage(label)}>{label}</span>
        </>
      )}
    </>
  );
}
