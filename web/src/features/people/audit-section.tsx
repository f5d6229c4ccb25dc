import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import type { AuditEntry } from '@lop-xanh/contract/audit';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { describeEntry } from '../audit/public.ts';
import { PersonLink } from './person-link.tsx';
import { PersonSection, SectionEmpty, SectionItem, SectionList } from './person-section.tsx';

interface Props {
  account: Account;
  entries: readonly AuditEntry[];
}

/** What was lately done with the account and the data of the person. */
export function AuditSection({ account: { id }, entries }: Props) {
  return (
    <PersonSection
      title={t`Nhật ký`}
      action={entries.length > 0 && <Link to={`${paths.audit}?person=${id}`}>{t`Xem tất cả`}</Link>}
    >
      {entries.length === 0 && <SectionEmpty text={t`Chưa có việc nào được ghi`} />}
      <SectionList>
        {entries.map((entry) => (
          <SectionItem
            key={entry.id}
            title={describeEntry(entry)}
            text={
              <>
                <PersonLink id={entry.actor_id} role={entry.actor_role}>
                  {entry.actor || t`Lệnh trên máy chủ`}
                </PersonLink>
                {' · '}
                <DateTime instant={entry.at} />
              </>
            }
          />
        ))}
      </SectionList>
    </PersonSection>
  );
}
