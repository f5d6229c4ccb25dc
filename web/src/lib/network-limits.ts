/** How long the app waits for the network, and when it tries again; in milliseconds. */
export const networkLimits = {
  /** Until the server begins to respond to a read. What is stored is on screen meanwhile. */
  readMs: 8_000,
  /** Until the device classifies a photo itself. */
  scanMs: 8_000,
  /** Until the response to a write is complete, or the rest of one to a read. */
  writeMs: 30_000,
  /** A long upload is fine, a stalled one is not. */
  uploadStallMs: 120_000,
  /** The longest time the server takes to process an uploaded file. */
  uploadResponseMs: 15 * 60_000,
  /** The server sends a heartbeat every 25 seconds. */
  streamSilenceMs: 60_000,
  /** The delay before a broken stream is opened again; it doubles each time. */
  minStreamRetryMs: 1_000,
  maxStreamRetryMs: 30_000,
  /** Before the second and the third attempt to load the profile. */
  retryDelaysMs: [1_000, 2_000],
  /** Users should not look at an empty page for longer; the caller handles the rest. */
  maxRetryDelayMs: 5_000,
  /** Before an action in the outbox is sent again; it doubles each time. */
  minActionRetryMs: 2_000,
  maxActionRetryMs: 5 * 60_000,
  /** Before an unreachable server is asked again; it doubles up to here. */
  maxCheckDelayMs: 30_000,
  /** Until a bar says how old the data on screen is. A page that opens on a good line is up to date before. */
  staleNoticeMs: 3_000,
  /** The whole app is downloaded for a new version. */
  installMs: 60_000,
  /** An installed version is activated in a moment. */
  activationMs: 10_000,
} as const;
