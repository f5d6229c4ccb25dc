/** Preloaded into a server (`node --import`), it shifts the clock by CLOCK_OFF_MS. */
const offsetMs = Number(process.env.CLOCK_OFF_MS);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...args: [] | [string | number | Date]) {
    super(...((args.length === 0 ? [RealDate.now() + offsetMs] : args) as [number]));
  }

  static override now(): number {
    return RealDate.now() + offsetMs;
  }
} as DateConstructor;
