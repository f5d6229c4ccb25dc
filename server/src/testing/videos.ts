/** A box of an MP4 or MOV file. */
export function box(type: string, ...content: (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + body.length);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
}

export const u32 = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * at);
  return bytes;
};

/** What nobody may find in a stored video, as long as an instant in a header is. */
export const secret = Buffer.from('BI_MAT!!');
const made = secret;
const secretBox = (type: string) => box(type, secret, secret);

interface Track {
  id: number;
  kind: string;
  /** Each chunk of the track and where it lies. */
  chunks: { at: number; bytes: number }[];
}

/** A track with a secret wherever a phone or a program leaves a trace. */
function track({ id, kind, chunks }: Track): Buffer {
  const isVideo = kind === 'vide';
  const entry = isVideo
    ? box(
        'avc1',
        Buffer.alloc(12),
        secret.subarray(0, 4),
        Buffer.alloc(26),
        secret,
        secret,
        secret,
        secret,
        Buffer.alloc(4),
        box('avcC', u32(1)),
        secretBox('note'),
      )
    : box(
        'mp4a',
        Buffer.alloc(12),
        secret.subarray(0, 4),
        Buffer.alloc(12),
        box('esds', u32(1)),
        secretBox('udta'),
      );
  const handler = (type: string) =>
    box('hdlr', u32(0, 0), Buffer.from(type), secret, u32(0), secret);
  const table = box(
    'stbl',
    box('stsd', u32(0, 1), entry),
    box('stts', u32(0, 1, chunks.length, 1)),
    box('stsc', u32(0, 1, 1, 1, 1)),
    box('stsz', u32(0, 0, chunks.length, ...chunks.map(({ bytes }) => bytes))),
    box('stco', u32(0, chunks.length, ...chunks.map(({ at }) => at))),
  );
  return box(
    'trak',
    box('tkhd', u32(7), made, u32(id, 0, 0), Buffer.alloc(16), matrix, u32(0, 0)),
    box('edts', box('elst', u32(0, 1, 5, 0, 65_536))),
    box(
      'mdia',
      box('mdhd', u32(0), made, u32(1000, 5, 0)),
      handler(kind),
      box(
        'minf',
        handler('url '),
        box('dinf', box('dref', u32(0, 1), box('url ', u32(1), secret))),
        table,
      ),
    ),
    secretBox('udta'),
    box('tref', box('tmcd', secret)),
  );
}

/** Turned by a quarter, as a phone held upright films. */
export const matrix = u32(0, 0x1_0000, 0, 0xffff_0000, 0, 0, 0, 0, 0x4000_0000);

const ftyp = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex');
/** The beginning of an MP4, by which servers and players know it. */
export const mp4Head = ftyp;

export const picture = Buffer.from('a picture of the class');
export const sound = Buffer.from('the song that it sings');

/**
 * An MP4 as phones make it, with pictures, sound and a track of places; the table of contents stands
 * before or behind the data. Whatever it holds beside pictures and sound is the secret.
 */
export function makeMp4({ isFastStart = false, length = 0 } = {}): Buffer {
  const film = Buffer.concat([picture, Buffer.alloc(length, 7)]);
  const data = [secret, film, secret, sound, secret];
  const write = (dataAt: number) => {
    let at = dataAt;
    const [, pictures, places, sounds] = data.map((part) => {
      at += part.length;
      return { at: at - part.length, bytes: part.length };
    }) as [never, Track['chunks'][0], Track['chunks'][0], Track['chunks'][0]];
    return box(
      'moov',
      box(
        'mvhd',
        u32(0),
        made,
        u32(1000, 5, 0x1_0000),
        Buffer.alloc(12),
        matrix,
        Buffer.alloc(24),
        u32(4),
      ),
      track({ id: 1, kind: 'vide', chunks: [pictures] }),
      track({ id: 2, kind: 'soun', chunks: [sounds] }),
      track({ id: 3, kind: 'meta', chunks: [places] }),
      box('udta', box('\u00a9xyz', secret)),
      box('meta', u32(0), secretBox('keys'), secretBox('ilst')),
      secretBox('uuid'),
    );
  };
  const mdat = box('mdat', ...data);
  const others = [secretBox('free'), secretBox('uuid')];
  const before = Buffer.concat([ftyp, ...others]);
  const trailer = Buffer.concat([u32(3), secret]);
  const moovLength = write(0).length;
  return isFastStart
    ? Buffer.concat([before, write(before.length + moovLength + 8), mdat, trailer])
    : Buffer.concat([before, mdat, write(before.length + 8), secretBox('skip'), trailer]);
}

/** The same in fragments, as a browser records it. */
export function makeFragmentedMp4(): Buffer {
  const withTracks = box(
    'moov',
    box('mvhd', u32(0), made, u32(1000, 0, 0x1_0000), Buffer.alloc(76), u32(3)),
    track({ id: 1, kind: 'vide', chunks: [] }),
    track({ id: 2, kind: 'meta', chunks: [] }),
    box('mvex', box('trex', u32(0, 1, 1, 0, 0, 0)), box('trex', u32(0, 2, 1, 0, 8, 0))),
  );
  const moof = (at: number) =>
    box(
      'moof',
      box('mfhd', u32(0, 1)),
      // Where its data is counted from the fragment; sizes in the run, or by default.
      box(
        'traf',
        box('tfhd', u32(0x2_0000, 1)),
        box('trun', u32(0x201, 1, at, picture.length)),
        secretBox('uuid'),
      ),
      box('traf', box('tfhd', u32(0x2_0000, 2)), box('trun', u32(0x1, 1, at + picture.length))),
    );
  const head = moof(moof(0).length + 8);
  return Buffer.concat([ftyp, withTracks, head, box('mdat', picture, secret), secretBox('emsg')]);
}

/** An element of a WebM file; without a length where it is recorded live. */
export function element(id: number, content: Buffer | Buffer[], isOpen = false): Buffer {
  const body = Array.isArray(content) ? Buffer.concat(content) : content;
  const hex = id.toString(16);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length));
  size[0] = 0x01;
  const head = isOpen ? Buffer.from('01ffffffffffffff', 'hex') : size;
  return Buffer.concat([
    Buffer.from(hex.padStart(2 * Math.ceil(hex.length / 2), '0'), 'hex'),
    head,
    body,
  ]);
}

const byte = (...bytes: number[]) => Buffer.from(bytes);

/** A WebM with a secret in every place for tags, dates, names and attachments. */
export function makeWebm({ isLive = false } = {}): Buffer {
  const lengthOf = (text: Buffer) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(text.length);
    return bytes;
  };
  const comments = Buffer.concat([
    Buffer.from('\u0003vorbis', 'latin1'),
    lengthOf(secret),
    secret,
    byte(1, 0, 0, 0),
    lengthOf(secret),
    secret,
    byte(1),
  ]);
  const vorbis = Buffer.concat([byte(2, 1, comments.length), byte(1), comments, byte(5)]);
  const entry = (number: number, kind: number, codec: string, ...more: Buffer[]) =>
    element(0xae, [
      element(0xd7, byte(number)),
      element(0x83, byte(kind)),
      element(0x86, Buffer.from(codec)),
      element(0x536e, secret),
      ...more,
    ]);
  const block = (number: number, content: Buffer) =>
    element(0xa3, [byte(0x80 | number, 0, 0, 0x80), content]);
  const seek = (id: string) =>
    element(0x4dbb, [element(0x53ab, Buffer.from(id, 'hex')), element(0x53ac, byte(1))]);
  const cluster = element(
    0x1f43b675,
    [
      element(0xe7, byte(0)),
      block(1, picture),
      block(2, sound),
      block(3, secret),
      element(0xa0, [element(0xa1, [byte(0x81, 0, 1, 0), picture]), element(0xec, secret)]),
    ],
    isLive,
  );
  const segment = element(
    0x18538067,
    [
      element(0x114d9b74, [seek('1654ae6b'), seek('1254c367')]),
      element(0x1549a966, [
        element(0x2ad7b1, byte(0x0f, 0x42, 0x40)),
        element(0x4461, secret),
        element(0x7ba9, secret),
        element(0x4d80, secret),
        element(0x5741, secret),
        element(0xbf, secret.subarray(0, 4)),
      ]),
      element(0x1654ae6b, [
        entry(1, 1, 'V_VP8'),
        entry(2, 2, 'A_VORBIS', element(0x63a2, vorbis)),
        entry(3, 17, 'S_TEXT'),
      ]),
      element(0xec, secret),
      element(0x1254c367, secret),
      element(0x1941a469, secret),
      element(0x1043a770, secret),
      cluster,
      cluster,
      element(0x1254c367, secret),
    ],
    isLive,
  );
  const header = element(0x1a45dfa3, [
    element(0x4282, Buffer.from('webm')),
    element(0x4281, secret),
  ]);
  return Buffer.concat([
    header,
    element(0xec, secret),
    segment,
    ...(isLive ? [byte(0), secret] : [secret]),
  ]);
}
