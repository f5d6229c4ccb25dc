/** A box of an MP4 or MOV file. */
export function mp4Box(type: string, ...content: (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + body.length);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
}

export const u32 = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * index);
  return bytes;
};

/** Must never be found in a stored video. It has the length of two 32-bit times in a header. */
export const secret = Buffer.from('BI_MAT!!');
const creationTimes = secret;
const secretBox = (type: string) => mp4Box(type, secret, secret);

interface Track {
  id: number;
  kind: string;
  chunks: { offset: number; bytes: number }[];
}

/** A track with the secret everywhere a phone or a program leaves metadata. */
function makeTrack({ id, kind, chunks }: Track): Buffer {
  const isVideo = kind === 'vide';
  const entry = isVideo
    ? mp4Box(
        'avc1',
        Buffer.alloc(12),
        secret.subarray(0, 4),
        Buffer.alloc(26),
        secret,
        secret,
        secret,
        secret,
        Buffer.alloc(4),
        mp4Box('avcC', u32(1)),
        secretBox('note'),
      )
    : mp4Box(
        'mp4a',
        Buffer.alloc(12),
        secret.subarray(0, 4),
        Buffer.alloc(12),
        mp4Box('esds', u32(1)),
        secretBox('udta'),
      );
  const handler = (type: string) =>
    mp4Box('hdlr', u32(0, 0), Buffer.from(type), secret, u32(0), secret);
  const table = mp4Box(
    'stbl',
    mp4Box('stsd', u32(0, 1), entry),
    mp4Box('stts', u32(0, 1, chunks.length, 1)),
    mp4Box('stsc', u32(0, 1, 1, 1, 1)),
    mp4Box('stsz', u32(0, 0, chunks.length, ...chunks.map(({ bytes }) => bytes))),
    mp4Box('stco', u32(0, chunks.length, ...chunks.map(({ offset }) => offset))),
  );
  return mp4Box(
    'trak',
    mp4Box('tkhd', u32(7), creationTimes, u32(id, 0, 0), Buffer.alloc(16), matrix, u32(0, 0)),
    mp4Box('edts', mp4Box('elst', u32(0, 1, 5, 0, 65_536))),
    mp4Box(
      'mdia',
      mp4Box('mdhd', u32(0), creationTimes, u32(1000, 5, 0)),
      handler(kind),
      mp4Box(
        'minf',
        handler('url '),
        mp4Box('dinf', mp4Box('dref', u32(0, 1), mp4Box('url ', u32(1), secret))),
        table,
      ),
    ),
    secretBox('udta'),
    mp4Box('tref', mp4Box('tmcd', secret)),
  );
}

/** Rotated by 90 degrees, as a phone held upright records. */
export const matrix = u32(0, 0x1_0000, 0, 0xffff_0000, 0, 0, 0, 0, 0x4000_0000);

const ftyp = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex');
/** The first bytes of an MP4, by which servers and players detect it. */
export const mp4Head = ftyp;
const movHead = mp4Box('ftyp', Buffer.from('qt  '), u32(0), Buffer.from('qt  '));

export const picture = Buffer.from('a picture of the class');
export const sound = Buffer.from('the song that it sings');

/**
 * An MP4 as phones record it, with video, audio and a location track; `isFastStart` puts the index before
 * the data. Everything but the video and audio is the secret.
 */
export function makeMp4({ isFastStart = false, length = 0, head = ftyp } = {}): Buffer {
  const film = Buffer.concat([picture, Buffer.alloc(length, 7)]);
  const data = [secret, film, secret, sound, secret];
  const writeMoov = (dataOffset: number) => {
    let offset = dataOffset;
    const [, pictures, places, sounds] = data.map((part) => {
      offset += part.length;
      return { offset: offset - part.length, bytes: part.length };
    }) as [never, Track['chunks'][0], Track['chunks'][0], Track['chunks'][0]];
    return mp4Box(
      'moov',
      mp4Box(
        'mvhd',
        u32(0),
        creationTimes,
        u32(1000, 5, 0x1_0000),
        Buffer.alloc(12),
        matrix,
        Buffer.alloc(24),
        u32(4),
      ),
      makeTrack({ id: 1, kind: 'vide', chunks: [pictures] }),
      makeTrack({ id: 2, kind: 'soun', chunks: [sounds] }),
      makeTrack({ id: 3, kind: 'meta', chunks: [places] }),
      mp4Box('udta', mp4Box('\u00a9xyz', secret)),
      mp4Box('meta', u32(0), secretBox('keys'), secretBox('ilst')),
      secretBox('uuid'),
    );
  };
  const mdat = mp4Box('mdat', ...data);
  const others = [secretBox('free'), secretBox('uuid')];
  const before = Buffer.concat([head, ...others]);
  const trailer = Buffer.concat([u32(3), secret]);
  const moovLength = writeMoov(0).length;
  return isFastStart
    ? Buffer.concat([before, writeMoov(before.length + moovLength + 8), mdat, trailer])
    : Buffer.concat([before, mdat, writeMoov(before.length + 8), secretBox('skip'), trailer]);
}

/** A MOV as iPhones record it. */
export const makeMov = (): Buffer => makeMp4({ head: Buffer.concat([movHead, mp4Box('wide')]) });

/** A fragmented MP4, as browsers record it. */
export function makeFragmentedMp4(): Buffer {
  const moov = mp4Box(
    'moov',
    mp4Box('mvhd', u32(0), creationTimes, u32(1000, 0, 0x1_0000), Buffer.alloc(76), u32(3)),
    makeTrack({ id: 1, kind: 'vide', chunks: [] }),
    makeTrack({ id: 2, kind: 'meta', chunks: [] }),
    mp4Box('mvex', mp4Box('trex', u32(0, 1, 1, 0, 0, 0)), mp4Box('trex', u32(0, 2, 1, 0, 8, 0))),
  );
  const makeMoof = (dataOffset: number) =>
    mp4Box(
      'moof',
      mp4Box('mfhd', u32(0, 1)),
      // Data offsets count from the fragment; sizes are in the run, or the default.
      mp4Box(
        'traf',
        mp4Box('tfhd', u32(0x2_0000, 1)),
        mp4Box('trun', u32(0x201, 1, dataOffset, picture.length)),
        secretBox('uuid'),
      ),
      mp4Box(
        'traf',
        mp4Box('tfhd', u32(0x2_0000, 2)),
        mp4Box('trun', u32(0x1, 1, dataOffset + picture.length)),
      ),
    );
  const moof = makeMoof(makeMoof(0).length + 8);
  return Buffer.concat([ftyp, moov, moof, mp4Box('mdat', picture, secret), secretBox('emsg')]);
}

/** An element of a WebM file; `isOpen` leaves its length unknown, as live recordings do. */
export function webmElement(id: number, content: Buffer | Buffer[], isOpen = false): Buffer {
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

/** A WebM with the secret in every place for tags, dates, names and attachments. */
export function makeWebm({ isLive = false } = {}): Buffer {
  const encodeLength = (text: Buffer) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(text.length);
    return bytes;
  };
  const comments = Buffer.concat([
    Buffer.from('\u0003vorbis', 'latin1'),
    encodeLength(secret),
    secret,
    byte(1, 0, 0, 0),
    encodeLength(secret),
    secret,
    byte(1),
  ]);
  const vorbis = Buffer.concat([byte(2, 1, comments.length), byte(1), comments, byte(5)]);
  const entry = (number: number, kind: number, codec: string, ...more: Buffer[]) =>
    webmElement(0xae, [
      webmElement(0xd7, byte(number)),
      webmElement(0x83, byte(kind)),
      webmElement(0x86, Buffer.from(codec)),
      webmElement(0x536e, secret),
      ...more,
    ]);
  const block = (number: number, content: Buffer) =>
    webmElement(0xa3, [byte(0x80 | number, 0, 0, 0x80), content]);
  const seek = (id: string) =>
    webmElement(0x4dbb, [
      webmElement(0x53ab, Buffer.from(id, 'hex')),
      webmElement(0x53ac, byte(1)),
    ]);
  const cluster = webmElement(
    0x1f43b675,
    [
      webmElement(0xe7, byte(0)),
      block(1, picture),
      block(2, sound),
      block(3, secret),
      webmElement(0xa0, [
        webmElement(0xa1, [byte(0x81, 0, 1, 0), picture]),
        webmElement(0xec, secret),
      ]),
    ],
    isLive,
  );
  const segment = webmElement(
    0x18538067,
    [
      webmElement(0x114d9b74, [seek('1654ae6b'), seek('1254c367')]),
      webmElement(0x1549a966, [
        webmElement(0x2ad7b1, byte(0x0f, 0x42, 0x40)),
        webmElement(0x4461, secret),
        webmElement(0x7ba9, secret),
        webmElement(0x4d80, secret),
        webmElement(0x5741, secret),
        webmElement(0xbf, secret.subarray(0, 4)),
      ]),
      webmElement(0x1654ae6b, [
        entry(1, 1, 'V_VP8'),
        entry(2, 2, 'A_VORBIS', webmElement(0x63a2, vorbis)),
        entry(3, 17, 'S_TEXT'),
      ]),
      webmElement(0xec, secret),
      webmElement(0x1254c367, secret),
      webmElement(0x1941a469, secret),
      webmElement(0x1043a770, secret),
      cluster,
      cluster,
      webmElement(0x1254c367, secret),
    ],
    isLive,
  );
  const header = webmElement(0x1a45dfa3, [
    webmElement(0x4282, Buffer.from('webm')),
    webmElement(0x4281, secret),
  ]);
  return Buffer.concat([
    header,
    webmElement(0xec, secret),
    segment,
    ...(isLive ? [byte(0), secret] : [secret]),
  ]);
}
