import classes from './prose.module.css';

/** An address does not end with the sentence's own punctuation. */
const address = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]/gi;

/** What people wrote: text and nothing else, with its line breaks, and addresses as links. */
export function Prose({ text, className = '' }: { text: string; className?: string | undefined }) {
  return (
    <p className={`${classes.prose} ${className}`}>
      {partsOf(text).map(({ at, part, isAddress }) =>
        isAddress ? (
          <a key={at} href={part} target="_blank" rel="noopener nofollow">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}

function partsOf(text: string) {
  const parts: { at: number; part: string; isAddress: boolean }[] = [];
  let end = 0;
  for (const { index, 0: found } of text.matchAll(address)) {
    parts.push({ at: end, part: text.slice(end, index), isAddress: false });
    parts.push({ at: index, part: found, isAddress: true });
    end = index + found.length;
  }
  parts.push({ at: end, part: text.slice(end), isAddress: false });
  return parts;
}
