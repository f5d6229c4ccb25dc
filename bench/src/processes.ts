import type { ClientConfig } from 'pg';

/** The files in `processes/`, each with its input and what it reports once it is ready. */
export interface Processes {
  /** The demo data, plus this many posts, notifications, students with a school year of attendance, accounts in one school, people in schools of all sizes, items in a moderation queue, or schools. */
  database: {
    input: {
      posts?: number;
      notifications?: number;
      students?: number;
      /** Of the schools of these students. */
      classesPerSchool?: number;
      accounts?: number;
      people?: number;
      queue?: number;
      schools?: number;
      /** Lets every student like posts all year. */
      likes?: boolean;
    };
    ready: ClientConfig;
  };
  replicated: {
    input: { posts: number };
    ready: { primary: ClientConfig; replica: ClientConfig };
  };
  app: { input: ClientConfig; ready: Address };
  bare: { input: ClientConfig; ready: Address };
  site: { input: null; ready: { address: Address; dataDir: string; pid: number } };
  browser: { input: null; ready: Port };
}

type Address = string;
type Port = number;
