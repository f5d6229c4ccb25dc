/** The URL that a text is, or undefined if it is none. (`URL.canParse` is newer than some browsers we support.) */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
