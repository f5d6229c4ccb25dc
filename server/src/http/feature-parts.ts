import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { UrlSigner } from '../storage/signed-urls.ts';
import type { Storage } from '../storage/storage.ts';

/** What the routes of a feature are given. */
export interface FeatureParts {
  config: Config;
  database: Database;
  storage: Storage;
  /** Makes and reads the addresses that files are fetched by. */
  loadSigner: () => Promise<UrlSigner>;
}
