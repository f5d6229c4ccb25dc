/** How long the app waits for the network, and when it tries again; in milliseconds. */
export const networkLimits = {
  /** Until the server begins to respond to a read. What is stored is on screen meanwhile. */
  readMs: 8_000,
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
  /** The whole app is downloaded for a new version. */
  installMs: 30_000,
} as const;
