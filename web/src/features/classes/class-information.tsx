import { t } from '@lingui/core/macro';
import { Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { translateGrade } from '../../language/grade-name.ts';
import { messages } from '../../language/messages.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { classesQuery } from './classes.api.ts';
import { describePeriod } from './substitute-text.ts';

/** A teacher's own classes, on the profile page. */
export function ClassInformation() {
  return (
    <Card title={t`Thông tin lớp`}>
      <Loaded
        query={useInfiniteQuery(classesQuery())}
        skeleton={<Skeleton lines={2} />}
        failedMessage={messages.classes.loadFailed}
        empty={<EmptyState picture={<SproutPicture />} title={t`Bạn chưa được phân công lớp`} />}
      >
        {(classes) => (
          <Stack gap="lg">
            {classes.map(({ id, name, grade_name, student_count: count, substitute }) => (
              <Facts
                key={id}
                facts={[
                  { name: t`Lớp`, value: name },
                  { name: t`Khối`, value: translateGrade(grade_name) },
                  { name: t`Sĩ số`, value: t`${count} học sinh` },
                  ...(substitute
                    ? [
                        {
                          name: t`Dạy thay`,
                          value: `${substitute.full_name} ${describePeriod(substitute)}`,
                        },
                      ]
                    : []),
                ]}
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}
