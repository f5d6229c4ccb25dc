import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { UrlSigner } from '../storage/signed-urls.ts';
import type { Storage } from '../storage/storage.ts';

/** The dependencies passed to the routes of every feature. */
export interface FeatureParts {
  config: Config;
  database: Database;
  storage: Storage;
  /** Loads the signer of file URLs. */
  loadSigner: () => Promise<UrlSigner>;
}
