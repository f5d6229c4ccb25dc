import sharp from 'sharp';

const green = '#2f9e5f';
const darkGreen = '#1f7f4a';
const lightGreen = '#5cb881';
const blue = '#5aa9de';
const darkBlue = '#2c7bb3';
const yellow = '#fbd46d';
const orange = '#d98a1f';
const red = '#dc6153';
const brown = '#8a5a35';
const grey = '#a3b1a8';
const ink = '#1b2a22';
const paper = '#ffffff';

const line = (colour: string, width: number) =>
  `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`;
const circle = (x: number, y: number, radius: number, colour: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;
const path = (d: string, colour: string) => `<path d="${d}" fill="${colour}"/>`;
const stroke = (d: string, colour: string, width: number) =>
  `<path d="${d}" ${line(colour, width)}/>`;
const eyes = (left: number, right: number, y: number) =>
  circle(left, y, 7, ink) + circle(right, y, 7, ink);
/** Repeats a drawing in a circle around a point. */
const repeatAround = (times: number, x: number, y: number, drawing: string) =>
  Array.from(
    { length: times },
    (_, index) => `<g transform="rotate(${(index * 360) / times} ${x} ${y})">${drawing}</g>`,
  ).join('');

/** Subjects of lessons, drawn around the middle of 640 × 400. */
const motifs = {
  leaf:
    path('M230 290C190 180 270 90 430 90c10 150-80 230-200 200z', green) +
    stroke('M215 315C270 240 320 190 390 135M285 232h62M325 190h52', '#d8efdf', 8),
  tree:
    path('M302 320l8-110h20l8 110z', brown) +
    circle(320, 140, 76, green) +
    circle(258, 182, 52, lightGreen) +
    circle(382, 182, 52, darkGreen),
  sprout:
    `<ellipse cx="320" cy="310" rx="120" ry="28" fill="${brown}"/>` +
    stroke('M320 305V190', darkGreen, 12) +
    path('M318 205c-6-72-58-98-124-92 0 66 52 106 124 92z', lightGreen) +
    path('M324 178c6-72 58-92 118-86 0 60-46 100-118 86z', green),
  flower:
    stroke('M320 220v110', darkGreen, 12) +
    path('M320 305c10-44 46-54 84-50-4 42-40 58-84 50z', lightGreen) +
    repeatAround(6, 320, 165, `<ellipse cx="320" cy="112" rx="30" ry="44" fill="${red}"/>`) +
    circle(320, 165, 32, yellow),
  drop:
    path('M320 80c66 90 106 142 106 196a106 106 0 0 1-212 0c0-54 40-106 106-196z', blue) +
    stroke('M262 280a60 60 0 0 0 46 56', '#d9edfa', 12) +
    eyes(292, 350, 260) +
    stroke('M300 290q20 18 42 0', ink, 6),
  cloud:
    path('M220 250a58 58 0 0 1 6-116 84 84 0 0 1 160-18 66 66 0 0 1 32 134z', paper) +
    stroke('M246 285l-14 34M320 285l-14 34M394 285l-14 34', blue, 12),
  sun:
    repeatAround(
      10,
      320,
      200,
      `<rect x="312" y="62" width="16" height="44" rx="8" fill="${orange}"/>`,
    ) +
    circle(320, 200, 80, yellow) +
    eyes(296, 344, 188) +
    stroke('M294 222q26 26 52 0', ink, 7),
  rainbow: [red, orange, yellow, green, darkBlue]
    .map((colour, index) => {
      const radius = 150 - index * 24;
      return stroke(`M${320 - radius} 300a${radius} ${radius} 0 0 1 ${radius * 2} 0`, colour, 24);
    })
    .join(''),
  wind:
    path('M312 210l-14 130h44l-14-130z', grey) +
    repeatAround(3, 320, 190, path('M320 190c-26-40-22-96 0-128 16 34 18 88 0 128z', paper)) +
    circle(320, 190, 14, ink) +
    stroke('M110 150h90M90 200h70M470 250h90', blue, 10),
  earth:
    circle(320, 200, 120, blue) +
    path('M250 120c40-34 90-26 96 4s-40 34-34 62-40 44-70 20-30-58 8-86z', green) +
    path('M352 220c34-20 70-6 76 20-14 40-44 66-76 72-16-30-26-72 0-92z', green),
  bin:
    `<rect x="240" y="140" width="160" height="190" rx="18" fill="${green}"/>` +
    `<rect x="222" y="104" width="196" height="42" rx="20" fill="${darkGreen}"/>` +
    repeatAround(3, 320, 240, stroke('M292 222l28-46 20 32', paper, 12)),
  bottle:
    `<rect x="294" y="70" width="52" height="36" rx="8" fill="${darkBlue}"/>` +
    path(
      'M300 106h40v34c36 16 46 40 46 72v96a24 24 0 0 1-24 24h-84a24 24 0 0 1-24-24v-96c0-32 10-56 46-72z',
      blue,
    ) +
    `<rect x="254" y="218" width="132" height="66" fill="${paper}"/>` +
    path('M320 228c20 14 24 34 0 50-24-16-20-36 0-50z', green),
  bird:
    `<ellipse cx="310" cy="215" rx="98" ry="78" fill="${blue}"/>` +
    circle(388, 150, 50, blue) +
    path('M432 148l46 12-46 16z', orange) +
    path('M214 220l-74-34 24 76z', darkBlue) +
    path('M280 190c50-10 80 20 70 66-40 10-78-16-70-66z', darkBlue) +
    circle(400, 140, 8, ink) +
    stroke('M290 292v36M330 292v36', orange, 9),
  fish:
    path('M190 200c60-90 180-90 240-10-60 96-180 96-240 10z', orange) +
    path('M214 200l-84-60c10 40 10 80 0 120z', red) +
    path('M300 134c24-34 60-34 84-8-30 2-56 4-84 8z', red) +
    circle(384, 180, 9, ink) +
    circle(470, 130, 10, paper) +
    circle(496, 92, 14, paper),
  bee:
    `<ellipse cx="292" cy="122" rx="36" ry="56" fill="${paper}" transform="rotate(-20 292 122)"/>` +
    `<ellipse cx="352" cy="122" rx="36" ry="56" fill="${paper}" transform="rotate(20 352 122)"/>` +
    `<ellipse cx="320" cy="220" rx="112" ry="76" fill="${yellow}"/>` +
    stroke('M280 158v124M332 152v136M384 172v96', ink, 22) +
    circle(236, 206, 9, ink) +
    stroke('M226 160l-26-36M250 150l-12-42', ink, 7),
  butterfly:
    path('M312 200C260 90 170 90 160 160s70 80 152 60z', red) +
    path('M328 200c52-110 142-110 152-40s-70 80-152 60z', red) +
    path('M312 215c-70 10-110 50-90 90s80 10 94-64z', orange) +
    path('M328 215c70 10 110 50 90 90s-80 10-94-64z', orange) +
    `<rect x="310" y="150" width="20" height="150" rx="10" fill="${ink}"/>` +
    stroke('M316 152l-30-42M324 152l30-42', ink, 6),
  magnet:
    stroke('M240 300V190a80 80 0 0 1 160 0v110', red, 56) +
    stroke('M240 304v-20M400 304v-20', paper, 56) +
    stroke('M180 330l-24 20M460 330l24 20M320 300v36', darkBlue, 10),
  lamp:
    path(
      'M320 70a98 98 0 0 1 60 176c-14 12-20 22-20 40h-80c0-18-6-28-20-40a98 98 0 0 1 60-176z',
      yellow,
    ) +
    `<rect x="282" y="294" width="76" height="44" rx="14" fill="${grey}"/>` +
    stroke('M298 210l22-26 22 26M320 184v94', orange, 8),
  compass:
    circle(320, 200, 128, brown) +
    circle(320, 200, 104, paper) +
    path('M320 110l24 90h-48z', red) +
    path('M320 290l24-90h-48z', darkBlue) +
    circle(320, 200, 12, ink),
  heart:
    path(
      'M320 322C170 226 190 100 262 100c30 0 48 18 58 38 10-20 28-38 58-38 72 0 92 126-58 222z',
      red,
    ) + stroke('M216 206h56l20-40 28 80 22-40h80', paper, 10),
  ear:
    path('M230 240v-80h50l70-54v188l-70-54z', green) +
    stroke('M392 158a60 60 0 0 1 0 84M426 126a108 108 0 0 1 0 148', darkBlue, 14),
  thermometer:
    `<rect x="292" y="66" width="56" height="220" rx="28" fill="${paper}"/>` +
    circle(320, 296, 50, paper) +
    circle(320, 296, 34, red) +
    `<rect x="310" y="150" width="20" height="140" rx="10" fill="${red}"/>` +
    stroke('M366 120h34M366 160h24M366 200h34M366 240h24', grey, 8),
  mountain:
    path('M110 320l140-210 86 130 54-76 140 156z', grey) +
    path('M206 176l44-66 46 70-28 20-22-24-20 22z', paper) +
    path('M80 320c120-40 360-40 480 0z', green),
  moon:
    path('M372 92a118 118 0 1 0 54 176 100 100 0 0 1-54-176z', yellow) +
    circle(440, 130, 8, yellow) +
    circle(474, 200, 6, yellow) +
    circle(176, 120, 7, yellow),
  book:
    path('M320 130c-50-30-110-34-150-20v190c40-14 100-10 150 20z', paper) +
    path('M320 130c50-30 110-34 150-20v190c-40-14-100-10-150 20z', '#f3efe4') +
    stroke('M320 130v190', brown, 8) +
    stroke(
      'M204 156q46-6 84 12M204 200q46-6 84 12M352 168q38-18 84-12M352 212q38-18 84-12',
      grey,
      8,
    ),
  boat:
    path('M190 240h260l-44 70H234z', brown) +
    path('M312 90v136H206z', paper) +
    path('M328 110v116h90z', red) +
    stroke('M120 336q40-26 80 0t80 0 80 0 80 0 80 0', darkBlue, 12),
  bicycle:
    `<circle cx="230" cy="260" r="64" ${line(ink, 12)}/><circle cx="410" cy="260" r="64" ${line(ink, 12)}/>` +
    stroke(
      'M230 260l54-96h92l-52 96zM284 164l40 96M376 164l34 96M372 150l30-18M262 152h44',
      green,
      12,
    ),
};
export type Motif = keyof typeof motifs;
export const isMotif = (name: string): name is Motif => Object.hasOwn(motifs, name);

const meadow = ['#d8efdf', '#b5e0c4'];
const sky = ['#d9edfa', '#b9dcf3'];
const sand = ['#fdecc4', '#f8dc9b'];
const night = ['#24506b', '#17653b'];

/** The backgrounds of a motif, never so light that a yellow motif is lost. */
const motifBackgrounds: Partial<Record<Motif, string[][]>> = {
  sun: [sky, meadow],
  lamp: [sky, meadow],
  bee: [meadow, sky],
  moon: [night],
  wind: [sky, sand],
  cloud: [sky],
  book: [sand, sky],
  boat: [sky],
  fish: [sky, sand],
  mountain: [sky],
  rainbow: [sky],
  magnet: [sky, sand],
  heart: [sky, meadow],
  compass: [sky, sand],
  bicycle: [sky, sand],
  ear: [sand, sky],
  thermometer: [meadow, sky],
};

/** The same for all numbers that `drawMotif` draws alike. */
export function getMotifKey(motif: Motif, number: number): string {
  return `${motif} ${number % getBackgrounds(motif).length}`;
}

export function drawMotif(motif: Motif, number: number): Promise<Buffer> {
  const backgrounds = getBackgrounds(motif);
  const [topColour, bottomColour] = backgrounds[number % backgrounds.length] as string[];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 400" width="640" height="400">
    <rect width="640" height="400" fill="${topColour}"/>
    <path d="M0 320c180-60 420-60 640 0v80H0z" fill="${bottomColour}"/>${motifs[motif]}</svg>`;
  return sharp(Buffer.from(svg)).webp({ quality: 82, effort: 1 }).toBuffer();
}

function getBackgrounds(motif: Motif): string[][] {
  return motifBackgrounds[motif] ?? [meadow, sand];
}
