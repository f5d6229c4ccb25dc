import type { cards } from '@lop-xanh/contract/cards';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { classCardsQuery, useIssueCards } from './cards.api.ts';

export type ClassCards = ResponseOf<typeof cards.issue> & { classId: number };

export interface CardsToPrint {
  classIds: readonly number[];
  /** Null for all of the class; otherwise only for these, or for those without a card. */
  students: readonly number[] | 'without card' | null;
  givePictures: boolean;
}

interface Progress {
  done: number;
  all: number;
}

/** Issues cards class by class. After an error it returns the cards issued so far, which must be printed. */
export function useCardIssue() {
  const client = useQueryClient();
  const { mutateAsync: issue } = useIssueCards();
  const [progress, setProgress] = useState<Progress | null>(null);

  const selectStudents = async (classId: number, { students }: CardsToPrint) => {
    if (students !== 'without card') return students;
    const { cards } = await client.fetchQuery(classCardsQuery(classId));
    return cards.filter(({ issuedAt }) => issuedAt === null).map(({ student_id }) => student_id);
  };
  const issueAll = async (wanted: CardsToPrint) => {
    const sheets: ClassCards[] = [];
    let error: unknown = null;
    for (const [done, classId] of wanted.classIds.entries()) {
      setProgress({ done, all: wanted.classIds.length });
      try {
        const ids = await selectStudents(classId, wanted);
        if (ids?.length === 0) continue;
        const body = {
          givePictures: wanted.givePictures,
          ...(ids && { student_ids: [...ids] }),
        };
        const issued = await issue({ classId, body });
        if (issued.cards.length > 0) sheets.push({ classId, ...issued });
      } catch (reason) {
        error = reason;
        break;
      }
    }
    setProgress(null);
    return { sheets, error };
  };
  return { issueAll, progress };
}
