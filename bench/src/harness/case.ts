/** One thing that we measure. It starts what it needs and leaves nothing behind. */
export interface Case {
  readonly name: string;
  readonly about: string;
  run(): Promise<Result>;
}

export interface Result {
  /** A table: its heading first, then its rows. */
  readonly table: readonly (readonly string[])[];
  /** What else is worth knowing, in sentences. */
  readonly notes?: readonly string[];
  readonly requirements: readonly Requirement[];
}

export interface Requirement {
  readonly text: string;
  readonly isMet: boolean;
}
