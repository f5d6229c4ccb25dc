import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { childrenQuery, useUser } from '../../lib/current-user.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { studentConsentQuery } from './consent.api.ts';
import classes from './consent-card.module.css';
import { ConsentBadge, ConsentSides } from './consent-state.tsx';
import { AnswerDialog } from './lazy-dialogs.ts';

/** Shows a student, or a parent for each child, whether photos may be shown, and takes their answer. */
export function ConsentCard() {
  const user = useUser();
  const { data: children = [] } = useQuery({ ...childrenQuery, enabled: user.role === 'Parent' });
  const students = user.role === 'Student' ? [user] : children;
  if (students.length === 0) return null;
  return (
    <Card title={t`Đồng ý đăng ảnh`}>
      {students.map((student) => (
        <Consent key={student.id} student={student} />
      ))}
    </Card>
  );
}

interface Student {
  id: number;
  first_name: string;
  full_name: string;
}

function Consent({ student }: { student: Student }) {
  const isParent = useUser().role === 'Parent';
  const { full_name: name } = student;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Loaded
      query={useQuery(studentConsentQuery(student.id))}
      skeleton={<Skeleton lines={2} />}
      failedMessage={t`Không tải được câu trả lời`}
    >
      {(consent) => (
        <section className={classes.student} aria-label={name}>
          <div className={classes.head}>
            {isParent && (
              <h3 className={classes.name} lang="vi">
                {name}
              </h3>
            )}
            <ConsentBadge state={consent} />
            {consent.can.answer && (
              <Button
                variant="default"
                className={classes.button ?? ''}
                onClick={() => setIsOpen(true)}
              >
                {(isParent ? consent.guardian : consent.child) ? t`Đổi câu trả lời` : t`Trả lời`}
              </Button>
            )}
          </div>
          <ConsentSides consent={consent} />
          <Suspense>
            {isOpen && (
              <AnswerDialog student={student} consent={consent} onClose={() => setIsOpen(false)} />
            )}
          </Suspense>
        </section>
      )}
    </Loaded>
  );
}
