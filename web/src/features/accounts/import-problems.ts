import type { CellProblem } from '@lop-xanh/contract/account-tables';
import type { FieldIssue } from '@lop-xanh/contract/errors';

/** The error of a failed import names each cell as `row.heading`. */
export function toCellProblems(issues: readonly FieldIssue[]): CellProblem[] {
  return issues.flatMap(({ path, ...problem }) => {
    const [, row, column = ''] = /^(\d+)\.(.*)$/s.exec(path) ?? [];
    return row ? { row: Number(row), column, ...problem } : [];
  });
}
