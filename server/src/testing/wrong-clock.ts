/** Loaded before a server (`node --import`), it lets its clock be wrong by CLOCK_OFF_MS. */
const off = Number(process.env.CLOCK_OFF_MS);
const RightDate = Date;

globalThis.Date = class extends RightDate {
  constructor(...given: [] | [string | number | Date]) {
    super(...((given.length === 0 ? [RightDate.now() + off] : given) as [number]));
  }

  static override now(): number {
    return RightDate.now() + off;
  }
} as DateConstructor;
