/** Scenes of a school year, 240 wide and 200 high, put together from a few figures. */

interface Child {
  x: number;
  y: number;
  scale: number;
  hair?: string;
  /** Without one, the white shirt and red scarf of the Young Pioneers. */
  shirt?: string;
  hasBuns?: boolean;
}

function drawChild({ x, y, scale, hair = '#2b2320', shirt, hasBuns = false }: Child): string {
  const buns = `<g fill="${hair}"><circle cx="-14" cy="12" r="6"/><circle cx="14" cy="12" r="6"/></g>`;
  const scarf = '<path d="m-9 23 9 6 9-6-2-4H-7ZM-2 28l-5 10 7-3 7 3-5-10Z" fill="#d9412f"/>';
  return `<g transform="translate(${x} ${y}) scale(${scale})">${hasBuns ? buns : ''}
    <path d="M-18 46q-1-25 18-25t18 25Z" fill="${shirt ?? '#fff'}"/>${shirt ? '' : scarf}
    <circle cy="7" r="15" fill="#f3c39b"/>
    <path d="M-15.5 8C-17-8-6-12 0-12S17-8 15.5 8C12 3 8-1 0-1s-12 4-15.5 9Z" fill="${hair}"/>
    <g fill="#1b2a22"><circle cx="-5.5" cy="8" r="2"/><circle cx="5.5" cy="8" r="2"/></g>
    <path d="M-4 13q4 4 8 0" stroke="#8d3f2c" stroke-width="1.8" fill="none" stroke-linecap="round"/>
    <g fill="#ff8f7d" opacity=".5"><circle cx="-9.5" cy="12" r="2.6"/><circle cx="9.5" cy="12" r="2.6"/></g></g>`;
}

/** Children side by side, every other one with buns. */
function drawRow(count: number, { x, y, scale, step }: Child & { step: number }): string {
  const colors = ['#2b2320', '#4a352b', '#40302a'];
  return Array.from({ length: count }, (_, index) =>
    drawChild({
      x: x + index * step,
      y,
      scale,
      hair: colors[index % colors.length] as string,
      hasBuns: index % 2 === 0,
    }),
  ).join('');
}

const drawBlossom = (x: number, y: number) => {
  const petals = [0, 72, 144, 216, 288].map(
    (angle) => `<circle cy="-8" r="7" transform="rotate(${angle})" fill="#f7d23f"/>`,
  );
  return `<g transform="translate(${x} ${y})">${petals.join('')}<circle r="4" fill="#e08a1e"/></g>`;
};

const drawCake = (x: number, y: number) => `<g transform="translate(${x} ${y})">
  <rect width="66" height="62" rx="8" fill="#3f8f56"/><path d="M0 8q0-8 8-8h50q8 0 8 8L33 24Z" fill="#57a86d"/>
  <path d="M22 0v62M44 0v62M0 20h66M0 42h66" stroke="#f1e2b4" stroke-width="3"/></g>`;

const drawFish = (
  x: number,
  y: number,
  scale: number,
) => `<g transform="translate(${x} ${y}) scale(${scale})">
  <path d="M66 50c8-14 16-18 24-18-3 8-3 28 0 38-8 0-16-6-24-20ZM36 30q10-16 24-12-2 8-2 14Z" fill="#e0702c"/>
  <ellipse cx="42" cy="51" rx="34" ry="24" fill="#f8934a"/>
  <path d="M30 31c9 10 9 30 0 40M46 28c8 12 8 34 0 46" stroke="#fff1e2" stroke-width="6" fill="none"/>
  <circle cx="21" cy="46" r="5" fill="#1b2a22"/>
  <path d="M10 58q5 5 9 0" fill="none" stroke="#1b2a22" stroke-width="3" stroke-linecap="round"/></g>`;

export const scenes = {
  group: `<rect width="240" height="200" fill="#e3f0e6"/><rect y="128" width="240" height="80" fill="#d9c39a"/>
    <rect x="24" y="20" width="192" height="26" rx="6" fill="#d9412f"/>
    <path d="M44 33h152" stroke="#ffe08a" stroke-width="6" stroke-dasharray="16 8" stroke-linecap="round"/>
    ${drawRow(5, { x: 30, y: 78, scale: 1.15, step: 45 })}${drawRow(4, { x: 52, y: 145, scale: 1.35, step: 45 })}`,
  ball: `<rect width="240" height="200" fill="#d3ebf8"/><path d="M0 140q60-40 120-20t120-6v90H0Z" fill="#b8e0a8"/>
    <path d="M0 164q80-30 150-8t90-6v60H0Z" fill="#8ccb83"/>
    <path d="M150 134V60h84v70" stroke="#fff" stroke-width="6" fill="none"/>
    ${drawChild({ x: 74, y: 126, scale: 1.7, shirt: '#4a9fd8' })}
    <g transform="translate(118 142) scale(.5)"><circle cx="48" cy="50" r="36" fill="#fff"/>
    <path d="m48 36 13 9-5 15H40l-5-15Z" fill="#33433a"/>
    <path d="M48 36V16M61 45l19-6M56 60l12 17M40 60 28 77M35 45l-19-6" stroke="#33433a" stroke-width="3.5"/></g>`,
  board: `<rect width="240" height="200" fill="#f6ead3"/>
    <rect x="18" y="22" width="204" height="104" rx="8" fill="#2d6b4f" stroke="#a97b49" stroke-width="8"/>
    <path d="M46 60q12-18 24 0t24 0M46 84h70M46 100h48" stroke="#e8f5ec" stroke-width="4" fill="none" stroke-linecap="round"/>
    <circle cx="175" cy="74" r="20" fill="#ffd36e"/>
    <path d="M175 48v-6m0 64v-6m26-26h6m-64 0h6m44-18 5-5m-46 46 5-5m36 0 5 5m-46-46 5 5" stroke="#f2b233" stroke-width="5" stroke-linecap="round"/>
    ${drawRow(4, { x: 54, y: 148, scale: 1.2, step: 50 })}`,
  tet: `<rect width="240" height="200" fill="#ffe6cf"/><path d="M0 158h240v50H0Z" fill="#f4b183"/>
    <path d="M60 200C70 150 66 120 88 86M74 128c20-8 34-26 40-48M70 150C50 130 40 110 42 84" stroke="#7a4a2b" stroke-width="6" fill="none" stroke-linecap="round"/>
    ${[
      [88, 84],
      [112, 78],
      [42, 82],
      [100, 104],
      [58, 116],
      [126, 96],
      [72, 64],
      [30, 100],
      [84, 140],
    ]
      .map(([x, y]) => drawBlossom(x as number, y as number))
      .join('')}
    ${drawChild({ x: 176, y: 126, scale: 1.7, shirt: '#d9412f', hasBuns: true })}`,
  cakes: `<rect width="240" height="200" fill="#ffe9d6"/><rect y="138" width="240" height="70" fill="#c98d55"/>
    ${drawCake(40, 84)}${drawCake(112, 72)}${drawCake(76, 118)}${drawCake(150, 112)}
    <g fill="#f28aa9"><circle cx="24" cy="40" r="9"/><circle cx="52" cy="26" r="7"/>
    <circle cx="214" cy="46" r="9"/><circle cx="190" cy="26" r="6"/></g>`,
  fish: `<rect width="240" height="200" fill="#f5efe0"/><path d="M0 150h240v60H0Z" fill="#d9c08a"/>
    <rect x="44" y="36" width="152" height="118" rx="12" fill="#cdeafb" stroke="#8fc0de" stroke-width="5"/>
    ${drawFish(66, 62, 0.7)}${drawFish(132, 86, 0.5)}
    <path d="M70 150q-8-20 2-34M176 150q10-24-2-44" stroke="#2f9e5f" stroke-width="6" fill="none" stroke-linecap="round"/>`,
};
