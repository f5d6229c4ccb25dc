import { OperatorError } from '../operator-error.ts';

type Level = 'ok' | 'warning' | 'problem';

export interface Finding {
  level: Level;
  topic: string;
  text: string;
  /** What to do about it. */
  advice?: string;
}

export const ok = (topic: string, text: string): Finding => ({ level: 'ok', topic, text });
export const warning = (topic: string, text: string, advice: string): Finding => ({
  level: 'warning',
  topic,
  text,
  advice,
});
export const problem = (topic: string, text: string, advice: string): Finding => ({
  level: 'problem',
  topic,
  text,
  advice,
});

/** A check that cannot be made is a problem too; the others are made all the same. */
export async function examine(
  topic: string,
  check: () => Finding[] | Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [
      problem(topic, describeError(error), adviceByTopic[topic] ?? 'See docs/OPERATIONS.md.'),
    ];
  }
}

const adviceByTopic: Record<string, string> = {
  Settings: 'Correct the setting that is named.',
  Database: 'Check DATABASE_URL, or DATA_DIR and its permissions, and that PostgreSQL is running.',
  Migrations: 'Make the user of DATABASE_URL the owner of all tables.',
  Storage: 'Check the permissions of DATA_DIR, or the S3_… settings and the rights of the keys.',
  Disk: 'Check DATA_DIR and its permissions.',
};

/** Only messages: the other fields of an error may hold a connection string. */
function describeError(error: unknown): string {
  if (error instanceof AggregateError) return describeError(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  if (error instanceof OperatorError) return error.message;
  const cause = error.cause === undefined ? '' : `: ${describeError(error.cause)}`;
  return `${error.message}${cause}`;
}

export function formatFindings(findings: Finding[]): string {
  const lines = findings.flatMap(({ level, topic, text, advice }) => [
    `${level.padEnd(8)} ${topic}: ${text}`,
    ...(advice ? [`         → ${advice}`] : []),
  ]);
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length;
  return [...lines, '', `Problems: ${count('problem')}. Warnings: ${count('warning')}.`].join('\n');
}

/** Such as "3 hours". */
export function formatDuration(seconds: number): string {
  const [amount, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7_200
        ? [seconds / 60, 'minute']
        : seconds < 172_800
          ? [seconds / 3_600, 'hour']
          : [seconds / 86_400, 'day'];
  const rounded = Math.round(amount);
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`;
}
