import { createContext, useContext } from 'react';

/** The values in a path, by the names in its pattern. */
export type RouteParams = Readonly<Record<string, string>>;

export const RouteParamsContext = createContext<RouteParams>({});

export function useParams(): RouteParams {
  return useContext(RouteParamsContext);
}

/** The values in this path if it has the pattern, such as '/posts/:id'. */
export function matchPath(pattern: string, pathname: string): RouteParams | null {
  const source = pattern.replace(/\/$/, '').replace(/:(\w+)/g, '(?<$1>[^/]+)');
  const match = new RegExp(`^${source}/?$`, 'i').exec(pathname);
  return match && decodeValues(match.groups ?? {});
}

function decodeValues(values: Record<string, string>): RouteParams {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, decodeOrKeep(value)]),
  );
}

/** An address that somebody mistyped may not be decodable. */
function decodeOrKeep(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
