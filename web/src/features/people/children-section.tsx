import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import { PersonLink } from './person-link.tsx';
import { PersonSection, SectionEmpty, SectionItem, SectionList } from './person-section.tsx';

/** The children of a parent; linking and unlinking them is in the menu of the page. */
export function ChildrenSection({ account: { children } }: { account: Account }) {
  const hasSeveralSchools = new Set(children.map(({ school_id }) => school_id)).size > 1;
  return (
    <PersonSection title={t`Các con`}>
      {children.length === 0 && <SectionEmpty text={t`Chưa liên kết với con nào`} />}
      <SectionList>
        {children.map(({ id, full_name, class_name: name, school_name }) => (
          <SectionItem
            key={id}
            title={
              <span lang="vi">
                <PersonLink id={id}>{full_name}</PersonLink>
              </span>
            }
            text={[name ? t`Lớp ${name}` : t`Chưa xếp lớp`, hasSeveralSchools && school_name]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
      </SectionList>
    </PersonSection>
  );
}
