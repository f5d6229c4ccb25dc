import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { UrlSigner } from '../storage/signed-urls.ts';
import type { Storage } from '../storage/storage.ts';
import type { ActorFinder } from './authentication.ts';
import type { CountRequest } from './rate-limit.ts';

/** The dependencies passed to the routes of every feature. */
export interface FeatureParts {
  config: Config;
  database: Database;
  storage: Storage;
  actorFinder: ActorFinder;
  /** Loads the signer of file URLs. */
  loadSigner: () => Promise<UrlSigner>;
  /** Counts a user's requests for stored files. */
  countFileRequest: CountRequest;
}
