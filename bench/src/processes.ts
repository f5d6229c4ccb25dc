import type { ClientConfig } from 'pg';

/** The files in `processes/`: what each is given, and what it tells once it is ready. */
export interface Processes {
  /** Beside the demo it holds a school year of so many pupils, where they are named. */
  database: { given: { pupils: number } | null; tells: ClientConfig };
  app: { given: ClientConfig; tells: Address };
  bare: { given: ClientConfig; tells: Address };
  browser: { given: null; tells: Port };
}

type Address = string;
type Port = number;
