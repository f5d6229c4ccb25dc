import { t } from '@lingui/core/macro';
import type { Child } from '@lop-xanh/contract/auth';
import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { childrenQuery } from '../../lib/current-user.ts';
import { studentConsentQuery } from './consent.api.ts';
import classes from './consent-questions.module.css';
import { AnswerDialog } from './lazy-dialogs.ts';

/** Asks a parent about each child for whom no guardian has answered yet. */
export function ConsentQuestions() {
  const { data: children = [] } = useQuery(childrenQuery);
  return children.map((child) => <ConsentQuestion key={child.id} child={child} />);
}

function ConsentQuestion({ child }: { child: Child }) {
  const { id, first_name: name } = child;
  const { data: consent } = useQuery(studentConsentQuery(id));
  const [isOpen, setIsOpen] = useState(false);
  if (!consent || consent.guardian !== null || !consent.can.answer) return null;
  return (
    <section className={classes.question}>
      <IconPhoto size={28} aria-hidden />
      <div className={classes.text}>
        <h2 className={classes.title}>{t`Cho đăng ảnh có ${name}?`}</h2>
        <p>{t`Chưa có câu trả lời`}</p>
      </div>
      <Button
        variant="default"
        px="0.875rem"
        className={classes.button ?? ''}
        aria-label={t`Trả lời về ảnh của ${name}`}
        onClick={() => setIsOpen(true)}
      >
        {t`Trả lời`}
      </Button>
      <Suspense>
        {isOpen && (
          <AnswerDialog student={child} consent={consent} onClose={() => setIsOpen(false)} />
        )}
      </Suspense>
    </section>
  );
}
