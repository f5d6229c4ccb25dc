import classes from './prose.module.css';

/** A URL, without the punctuation of the sentence around it. */
const urlPattern = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]/gi;

/** Plain text from users, with line breaks, and URLs as links. */
export function Prose({ text, className = '' }: { text: string; className?: string | undefined }) {
  return (
    <p className={`${classes.prose} ${className}`} lang="vi">
      {splitAtUrls(text).map(({ start, part, isUrl }) =>
        isUrl ? (
          <a key={start} href={part} target="_blank" rel="noopener nofollow">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}

function splitAtUrls(text: string) {
  const parts: { start: number; part: string; isUrl: boolean }[] = [];
  let end = 0;
  for (const { index, 0: found } of text.matchAll(urlPattern)) {
    parts.push({ start: end, part: text.slice(end, index), isUrl: false });
    parts.push({ start: index, part: found, isUrl: true });
    end = index + found.length;
  }
  parts.push({ start: end, part: text.slice(end), isUrl: false });
  return parts;
}
