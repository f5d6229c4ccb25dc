import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Person } from '@lop-xanh/contract/people';
import { postStatuses } from '@lop-xanh/contract/posts';
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation, useSearchParams } from '../../lib/routing/location.ts';
import { navigate } from '../../lib/routing/navigate.ts';
import { tabClasses } from '../../ui/panel-tabs.ts';
import { AttendanceSection } from './attendance-section.tsx';
import { AuditSection } from './audit-section.tsx';
import { ChildrenSection } from './children-section.tsx';
import { ClassesSection } from './classes-section.tsx';
import { CommentsSection } from './comments-section.tsx';
import { ConsentSection } from './consent-section.tsx';
import { DevicesSection, hasDevices } from './devices-section.tsx';
import { ParentsSection } from './parents-section.tsx';
import { PersonIdentity } from './person-identity.tsx';
import classes from './person-parts.module.css';
import { PostsSection } from './posts-section.tsx';

interface Part {
  /** In the address. */
  name: string;
  label: MessageDescriptor;
  /** Beside the label. */
  count?: number;
  sections: ReactNode;
}

/** Who this is, then everything together, or one part at a time at an address of its own. */
export function PersonParts({ person }: { person: Person }) {
  const params = useSearchParams();
  // The list through which the page goes on.
  const { state } = useLocation();
  const tab = params.get('tab');
  const parts = listParts(person, tab !== null);
  const chosen = parts.find(({ name }) => name === tab);
  return (
    <Tabs
      value={chosen?.name ?? 'all'}
      onChange={(name) => {
        const search = name === 'all' ? '' : `?tab=${name}`;
        navigate({ search }, { replace: true, preventScrollReset: true, state });
      }}
      keepMounted={false}
      classNames={tabClasses}
    >
      <PersonIdentity person={person}>
        <Tabs.List aria-label={t`Các phần của trang`} className={classes.tabs}>
          <Tabs.Tab value="all">{t`Tổng quan`}</Tabs.Tab>
          {parts.map(({ name, label, count }) => (
            <Tabs.Tab key={name} value={name}>
              {i18n._(label)}{' '}
              {count !== undefined && count > 0 && <span className={classes.count}>{count}</span>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </PersonIdentity>
      <Tabs.Panel value={chosen?.name ?? 'all'} className={classes.parts}>
        {chosen ? chosen.sections : parts.map(({ sections }) => sections)}
      </Tabs.Panel>
    </Tabs>
  );
}

function listParts(person: Person, isAlone: boolean): Part[] {
  const { account, attendance, consent, parents, posts, sessions } = person;
  const { role, children } = account;
  const isStudent = role === 'Student';
  const parts: (Part | false | null)[] = [
    attendance && {
      name: 'attendance',
      label: msg`Điểm danh`,
      sections: (
        <AttendanceSection
          key="attendance"
          account={account}
          attendance={attendance}
          hasAllAbsences={isAlone}
        />
      ),
    },
    isStudent && {
      name: 'parents',
      label: msg({ message: 'Phụ huynh', context: 'parents of a student' }),
      count: parents.length,
      sections: <ParentsSection key="parents" person={person} />,
    },
    role === 'Parent' && {
      name: 'children',
      label: msg`Các con`,
      count: children.length,
      sections: <ChildrenSection key="children" account={account} />,
    },
    consent && {
      name: 'consent',
      label: msg`Đồng ý đăng ảnh`,
      sections: <ConsentSection key="consent" account={account} consent={consent} />,
    },
    hasDevices(person) && {
      name: 'devices',
      label: person.card ? msg`Thẻ và thiết bị` : msg`Thiết bị`,
      count: sessions.length,
      sections: <DevicesSection key="devices" person={person} />,
    },
    (isStudent || role === 'Teacher') && {
      name: 'classes',
      label: msg`Các lớp`,
      sections: <ClassesSection key="classes" person={person} />,
    },
    posts && {
      name: 'posts',
      label: msg`Bài viết`,
      count: postStatuses.reduce((sum, status) => sum + posts.counts[status], 0),
      sections: <PostsSection key="posts" posts={posts} />,
    },
    {
      name: 'comments',
      label: msg`Bình luận`,
      sections: <CommentsSection key="comments" person={person} />,
    },
    {
      name: 'audit',
      label: msg`Nhật ký`,
      sections: <AuditSection key="audit" account={account} entries={person.audit} />,
    },
  ];
  return parts.flatMap((part) => part || []);
}
