/** The body of a successful response; undefined if there is none within a second. */
export async function readJson<T>(url: string, init?: RequestInit): Promise<T | undefined> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(1_000) });
    return response.ok ? ((await response.json()) as T) : undefined;
  } catch {
    return undefined;
  }
}
