import { t } from '@lingui/core/macro';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './class-generator.module.css';
import { allGrades } from './plan-edits.ts';
import { getGradeName } from './plan-texts.ts';

interface Props {
  /** How many classes these would be, without those that exist. */
  countNew: (grades: readonly number[], endings: readonly string[]) => number;
  isBusy?: boolean;
  onGenerate: (grades: number[], endings: string[]) => void;
}

/** F, J and W are no letters of the Vietnamese alphabet. */
const usualEndings = 'A B C D E G H';
const maxEndings = 26;
const maxEndingLength = 10;

/** Adds the classes of several grades at once, such as 1A to 5H. */
export function ClassGenerator({ countNew, isBusy = false, onGenerate }: Props) {
  const [grades, setGrades] = useState<readonly number[]>(allGrades);
  const [text, setText] = useState(usualEndings);
  const endings = parseEndings(text);
  const count = countNew(grades, endings);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        onGenerate([...grades], endings);
      }}
    >
      <fieldset className={classes.grades}>
        <legend>{t`Khối`}</legend>
        {allGrades.map((grade) => (
          <label key={grade} className={classes.grade}>
            <input
              type="checkbox"
              aria-label={getGradeName(grade)}
              checked={grades.includes(grade)}
              onChange={({ currentTarget: { checked } }) =>
                setGrades(
                  allGrades.filter((other) => (other === grade ? checked : grades.includes(other))),
                )
              }
            />
            {grade}
          </label>
        ))}
      </fieldset>
      <TextInput
        label={t`Tên sau số khối`}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        className={classes.endings}
      />
      <Button
        type="submit"
        variant="light"
        disabled={count === 0}
        loading={isBusy}
        leftSection={<IconPlus size={20} aria-hidden />}
      >
        {count === 0 ? t`Không thiếu lớp nào` : t`Thêm ${count} lớp`}
      </Button>
    </form>
  );
}

/** 'A, B, C' or 'A B C'; each once. */
export function parseEndings(text: string): string[] {
  const endings = text
    .split(/[\s,;]+/)
    .map((ending) => ending.toLocaleUpperCase('vi').slice(0, maxEndingLength))
    .filter(Boolean);
  return [...new Set(endings)].slice(0, maxEndings);
}
