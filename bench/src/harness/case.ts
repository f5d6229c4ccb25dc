/** One benchmark. It starts what it needs and leaves nothing behind. */
export interface Case {
  readonly name: string;
  readonly description: string;
  run(): Promise<Result>;
}

export interface Result {
  /** The heading row first. */
  readonly table: readonly (readonly string[])[];
  /** Full sentences, printed below the table. */
  readonly notes?: readonly string[];
  readonly requirements: readonly Requirement[];
}

export interface Requirement {
  readonly text: string;
  readonly isMet: boolean;
}
