import type { SimpleErrorName } from '@lop-xanh/contract/errors';

export type TableErrorName = Extract<SimpleErrorName, `table_${string}`>;

/** Thrown in the table worker; the server turns it into an `AppError`. */
export class TableError extends Error {
  readonly errorName;

  constructor(errorName: TableErrorName, options?: ErrorOptions) {
    super(errorName, options);
    this.errorName = errorName;
  }
}
