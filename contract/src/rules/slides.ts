/** Where a slide may come from at first; an operator may add hosts of their own. */
const known: { hosts: string[]; embed: (link: URL) => URL | undefined }[] = [
  { hosts: ['www.canva.com', 'canva.com'], embed: embedCanva },
  { hosts: ['docs.google.com'], embed: embedGoogleSlides },
  {
    hosts: [
      'www.youtube.com',
      'youtube.com',
      'm.youtube.com',
      'youtu.be',
      'www.youtube-nocookie.com',
    ],
    embed: embedYouTube,
  },
];

/** The hosts that a frame may show: the page's own policy names the same ones. */
export const framedHosts = [
  'www.canva.com',
  'docs.google.com',
  'www.youtube-nocookie.com',
] as const;

/**
 * The link in the form that a frame can show, or undefined for one that is not https, names another
 * host, or is no slide there. A link that has that form already stays as it is.
 */
export function slideLink(text: string, ownHosts: readonly string[] = []): string | undefined {
  const link = URL.canParse(text) ? new URL(text) : undefined;
  if (!link || link.protocol !== 'https:' || link.username || link.password || link.port) {
    return undefined;
  }
  const found = known.find(({ hosts }) => hosts.includes(link.hostname));
  if (found) return found.embed(link)?.href;
  return ownHosts.includes(link.hostname) ? link.href : undefined;
}

/** A design that is shared to view, watched or presented is embedded by a mark in its query. */
function embedCanva(link: URL): URL | undefined {
  const design = /^\/design\/[\w-]+(\/[\w-]+)?\/(view|watch)\/?$/.exec(link.pathname);
  if (!design) return undefined;
  return new URL(`https://www.canva.com${link.pathname.replace(/\/$/, '')}?embed`);
}

function embedGoogleSlides(link: URL): URL | undefined {
  const deck = /^\/presentation\/(?:u\/\d+\/)?d\/((?:e\/)?[\w-]+)(\/|$)/.exec(link.pathname)?.[1];
  return deck ? new URL(`https://docs.google.com/presentation/d/${deck}/embed`) : undefined;
}

/** The address that sets no cookie before the film is started. */
function embedYouTube(link: URL): URL | undefined {
  const inPath = /^\/(?:embed|shorts|live)\/([\w-]+)\/?$/.exec(link.pathname)?.[1];
  const short = link.hostname === 'youtu.be' ? link.pathname.slice(1) : undefined;
  const film = short ?? inPath ?? link.searchParams.get('v') ?? '';
  if (!/^[\w-]{6,20}$/.test(film)) return undefined;
  return new URL(`https://www.youtube-nocookie.com/embed/${film}`);
}
