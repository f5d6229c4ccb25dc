import sharp from 'sharp';
import { scenes } from './demo-scenes.ts';

/** Drawings instead of photos: they show no children and need nobody's consent. */
const drawings = {
  tree: `<rect width="960" height="640" fill="#d9edfa"/><circle cx="760" cy="130" r="60" fill="#fbd46d"/>
    <path d="M0 460c160-60 330-60 480-10s330 50 480-10v200H0z" fill="#9bd4aa"/>
    <rect x="455" y="330" width="36" height="180" rx="14" fill="#8a5a35"/>
    <circle cx="473" cy="250" r="110" fill="#2f9e5f"/><circle cx="390" cy="310" r="74" fill="#3aad6c"/>
    <circle cx="556" cy="312" r="74" fill="#23854f"/><path d="M0 540c250-50 620-40 960 20v80H0z" fill="#6cbd83"/>`,
  bins: `<rect width="960" height="640" fill="#fff1d2"/><rect y="470" width="960" height="170" fill="#e6d2a6"/>
    ${[
      [150, '#2f9e5f', '#1f7f4a'],
      [400, '#2c7bb3', '#1f6593'],
      [650, '#d98a1f', '#b06f14'],
    ]
      .map(
        ([x, body, lid]) =>
          `<rect x="${Number(x) + 12}" y="200" width="150" height="280" rx="20" fill="${body}"/><rect x="${x}" y="160" width="174" height="50" rx="24" fill="${lid}"/>`,
      )
      .join('')}`,
  sprout: `<rect width="960" height="640" fill="#e8f5ec"/><ellipse cx="480" cy="520" rx="170" ry="40" fill="#8a5a35"/>
    <path d="M474 520V300h14v220z" fill="#1f7f4a"/><path d="M480 330c-10-110-90-150-190-140 0 100 80 160 190 140z" fill="#3aad6c"/>
    <path d="M486 290c10-110 90-140 180-130 0 90-70 150-180 130z" fill="#2f9e5f"/>`,
  water: `<rect width="960" height="640" fill="#e9f3fb"/><path d="M480 90c110 150 180 240 180 330a180 180 0 0 1-360 0c0-90 70-180 180-330z" fill="#5aa9de"/>
    <circle cx="420" cy="400" r="16" fill="#1b2a22"/><circle cx="540" cy="400" r="16" fill="#1b2a22"/>
    <path d="M420 460q60 50 120 0" stroke="#1b2a22" stroke-width="14" fill="none" stroke-linecap="round"/>`,
};
export type Drawing = keyof typeof drawings | keyof typeof scenes;

export function renderDrawing(name: Drawing): Promise<Buffer> {
  const svg =
    name in scenes
      ? `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 200" width="960" height="800">${scenes[name as keyof typeof scenes]}</svg>`
      : `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 640" width="960" height="640">${drawings[name as keyof typeof drawings]}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
