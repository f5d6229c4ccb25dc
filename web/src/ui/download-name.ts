import type { MediaItem } from './lightbox.tsx';

/** Characters that a file system may refuse. */
const refused = /[\\/:*?"<>|\p{Control}]/gu;
const maxCharacters = 80;

/** The caption, numbered like the counter, with the ending of the stored file; without one, the file's own name. */
export function getDownloadName(
  { url, filename }: Pick<MediaItem, 'url' | 'filename'>,
  position: number,
  caption: string | undefined,
): string {
  const [path = ''] = url.split('?');
  const ending = /\.\w+$/.exec(path)?.[0] ?? /\.\w+$/.exec(filename)?.[0] ?? '';
  const own = filename.replace(/\.\w+$/, '');
  const name = Array.from((caption ?? '').replaceAll(refused, ' ').trim()).slice(0, maxCharacters);
  return name.length > 0 ? `${name.join('')} ${position + 1}${ending}` : `${own}${ending}`;
}
