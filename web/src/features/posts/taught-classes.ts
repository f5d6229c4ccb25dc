import type { Profile } from '@lop-xanh/contract/auth';

interface TaughtClass {
  id: number;
  name: string;
  /** Set while the teacher stands in for its homeroom teacher. */
  isSubstituted: boolean;
}

/** The classes that a teacher can write for, their own first. */
export function listTaughtClasses({ class_id, class_name, substitutions }: Profile): TaughtClass[] {
  const own =
    class_id === null ? [] : [{ id: class_id, name: class_name ?? '', isSubstituted: false }];
  const others = substitutions.map((substitution) => ({
    id: substitution.class_id,
    name: substitution.class_name,
    isSubstituted: true,
  }));
  return [...own, ...others];
}
