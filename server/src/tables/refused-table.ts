import type { Refusal } from '@lop-xanh/contract/errors';

export type TableRefusal = Extract<Refusal, `table_${string}`>;

/** Thrown where a table is read, which is another process than the one that responds. */
export class RefusedTable extends Error {
  readonly refusal;

  constructor(refusal: TableRefusal, options?: ErrorOptions) {
    super(refusal, options);
    this.refusal = refusal;
  }
}
