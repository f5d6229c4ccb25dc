import { LinkifyIt } from 'linkify-it';

/** Top-level domains that are no Vietnamese syllables. */
const clearDomains =
  'com net org info biz edu gov vn io xyz ly gg tv cc app dev site online shop store club link click live page blog icu vip bet fun mobi cloud tech space website life world pro asia ru cn jp kr us uk fr eu de au tw sg'.split(
    ' ',
  );
/** A child who forgets the space after a full stop writes these too: "con về rồi.me ơi". */
const syllableDomains =
  'me co to la be ma ai am at by ca ch do ga id im in is it mu my ne nu ph re sh so st su th ws'.split(
    ' ',
  );
const knownHosts = new Set(['zalo.me', 't.me', 'm.me', 'fb.me', 'telegram.me', 'youtu.be', 'g.co']);

const linkify = new LinkifyIt({
  fuzzyLink: true,
  tlds: [...clearDomains, ...syllableDomains],
});

/** Whether a plain text has a link or an email address, also with a written or separated dot. */
export function hasLink(text: string): boolean {
  if (/\bh\s{0,2}(?:tt|xx|t\s{1,2}t)\s{0,2}p\s{0,2}s?\s{0,2}:\s{0,2}\/|\bwww\s{0,2}\./.test(text))
    return true;
  const joined = text
    .replaceAll(/\s{0,2}[[({<]\s?(?:\.|dot|chấm|cham)\s?[\])}>]\s{0,2}/g, '.')
    .replaceAll(/\s(?:dot|chấm|cham)\s/g, '.')
    .replaceAll(/[。·•∙⋅]/g, '.')
    .replaceAll(/\s{1,3}\.\s{0,3}/g, '.');
  return [text, joined, joinLetters(joined)].some((version) =>
    linkify.match(version)?.some(({ schema, raw }) => schema !== '' || isAddress(raw)),
  );
}

/** "z a l o.m e" becomes "zalo.me". */
function joinLetters(text: string): string {
  return text.replaceAll(/(?<=(?:^|[\s.])[a-z0-9])\s(?=[a-z0-9](?:[\s.]|$))/g, '');
}

/** Domains with Vietnamese marks are sentences without a space after the full stop. */
function isAddress(raw: string): boolean {
  const [host = '', ...path] = raw.split('/');
  if (!/^[\w.-]+(:\d+)?$/.test(host)) return false;
  const domain = host.split('.').at(-1) ?? '';
  return clearDomains.includes(domain) || path.length > 0 || knownHosts.has(host);
}
