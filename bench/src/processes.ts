import type { ClientConfig } from 'pg';

/** The files in `processes/`: what each is given, and what it tells once it is ready. */
export interface Processes {
  /** Given how many posts to have beside the demo's. */
  database: { given: { posts: number }; tells: ClientConfig };
  app: { given: ClientConfig; tells: Address };
  bare: { given: ClientConfig; tells: Address };
  browser: { given: null; tells: Port };
}

type Address = string;
type Port = number;
