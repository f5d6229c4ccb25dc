/** Preloaded into a server (`node --import`), it shifts the clock by CLOCK_OFF_MS. */
const offsetMs = Number(process.env.CLOCK_OFF_MS);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [RealDate.now() + offsetMs] : args));
  }

  static now() {
    return RealDate.now() + offsetMs;
  }
};
