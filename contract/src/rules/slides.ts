import { parseUrl } from './urls.ts';

/** The built-in slide hosts; an operator may allow more. */
const providers: { hosts: string[]; embed: (link: URL) => URL | undefined }[] = [
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

/** The hosts that a frame may show; the Content-Security-Policy allows the same ones. */
export const embedHosts = ['www.canva.com', 'docs.google.com', 'www.youtube-nocookie.com'] as const;

/**
 * The embeddable form of a slide link, or undefined if the link is not https, points to an unknown
 * host, or is not a slide there. An embeddable link is returned unchanged.
 */
export function toEmbedUrl(text: string, extraHosts: readonly string[] = []): string | undefined {
  const link = parseUrl(text);
  if (!link || link.protocol !== 'https:' || link.username || link.password || link.port) {
    return undefined;
  }
  const provider = providers.find(({ hosts }) => hosts.includes(link.hostname));
  if (provider) return provider.embed(link)?.href;
  return extraHosts.includes(link.hostname) ? link.href : undefined;
}

/** A design shared for viewing or watching is embedded by adding `?embed`. */
function embedCanva(link: URL): URL | undefined {
  const design = /^\/design\/[\w-]+(\/[\w-]+)?\/(view|watch)\/?$/.exec(link.pathname);
  if (!design) return undefined;
  return new URL(`https://www.canva.com${link.pathname.replace(/\/$/, '')}?embed`);
}

function embedGoogleSlides(link: URL): URL | undefined {
  const deck = /^\/presentation\/(?:u\/\d+\/)?d\/((?:e\/)?[\w-]+)(\/|$)/.exec(link.pathname)?.[1];
  return deck ? new URL(`https://docs.google.com/presentation/d/${deck}/embed`) : undefined;
}

/** The nocookie host sets no cookie until the video is played. */
function embedYouTube(link: URL): URL | undefined {
  const inPath = /^\/(?:embed|shorts|live)\/([\w-]+)\/?$/.exec(link.pathname)?.[1];
  const short = link.hostname === 'youtu.be' ? link.pathname.slice(1) : undefined;
  const videoId = short ?? inPath ?? link.searchParams.get('v') ?? '';
  if (!/^[\w-]{6,20}$/.test(videoId)) return undefined;
  return new URL(`https://www.youtube-nocookie.com/embed/${videoId}`);
}
