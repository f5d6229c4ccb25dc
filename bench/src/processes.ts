import type { ClientConfig } from 'pg';

/** The files in `processes/`: what each is given, and what it tells once it is ready. */
export interface Processes {
  /** Holds, beside the demo, so many posts or notifications, a school year of so many students, or so many accounts in one school. */
  database: {
    given: { posts?: number; notifications?: number; students?: number; accounts?: number };
    tells: ClientConfig;
  };
  /** Two of them, the second a replica of the first. */
  replicated: {
    given: { posts: number };
    tells: { primary: ClientConfig; replica: ClientConfig };
  };
  app: { given: ClientConfig; tells: Address };
  bare: { given: ClientConfig; tells: Address };
  site: { given: null; tells: { address: Address; dataDir: string } };
  browser: { given: null; tells: Port };
}

type Address = string;
type Port = number;
