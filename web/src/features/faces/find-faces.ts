/** A rectangle in fractions of the photo's width and height. What is blurred is the ellipse inside. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

/** The photo as the model looks at it: reduced, with an edge so that both sides are multiples of 32. */
export interface View {
  width: number;
  height: number;
  /** Pixels of the view for each one of the photo. */
  scale: number;
}

interface Candidate extends Area {
  score: number;
}

/** The model decides for squares of this many pixels. */
const cellPx = 4;
const sideStep = 32;
/**
 * The longer sides of the views, in pixels. The model finds faces of 20 to 150 pixels: the small view is for
 * faces of 10 to 78 % of the photo, the large one for 2 to 17 %. A view between them found no further face.
 */
const viewSides = [192, 896];

const minScore = 0.5;
/** How much the areas around the same face share at least, found twice or tapped. */
const sameFace = 0.3;
/** The model's boxes end at the chin and the eyebrows; ears and hair also tell who it is. */
const growth = 1.5;

/** The views for large faces first. A small photo is not enlarged. */
export function listViews({ width, height }: Size): View[] {
  const longSide = Math.max(width, height);
  const sides = new Set(viewSides.map((side) => Math.min(side, longSide)));
  return [...sides].map((side) => {
    const scale = side / longSide;
    const roundUp = (length: number) => Math.ceil((length * scale) / sideStep) * sideStep;
    return { width: roundUp(width), height: roundUp(height), scale };
  });
}

/** Reads the faces in a view of the photo from the model's outputs. */
export function findFaces(
  { scores, boxes }: Record<string, Float32Array>,
  { width, height, scale }: View,
  photo: Size,
): Area[] {
  const columns = width / cellPx;
  const cells = columns * (height / cellPx);
  const candidates: Candidate[] = [];
  for (let cell = 0; cell < cells; cell++) {
    const score = 1 / (1 + Math.exp(-(scores?.[cell] ?? -Infinity)));
    if (score < minScore) continue;
    const read = (index: number) => boxes?.[index * cells + cell] ?? 0;
    const centerX = ((cell % columns) + 0.5) * cellPx + read(0);
    const centerY = (Math.floor(cell / columns) + 0.5) * cellPx + read(1);
    const toWidth = (pixels: number) => pixels / scale / photo.width;
    const toHeight = (pixels: number) => pixels / scale / photo.height;
    candidates.push({
      left: toWidth(centerX - (growth * read(2)) / 2),
      top: toHeight(centerY - (growth * read(3)) / 2),
      width: toWidth(growth * read(2)),
      height: toHeight(growth * read(3)),
      score,
    });
  }
  return dropOverlapping(candidates).map(({ left, top, width: w, height: h }) => ({
    left,
    top,
    width: w,
    height: h,
  }));
}

/** The faces that none of these areas covers. */
export function listUncovered(faces: readonly Area[], areas: readonly Area[]): Area[] {
  return faces.filter((face) => areas.every((area) => measureOverlap(face, area) < sameFace));
}

/** Of candidates for the same face, keeps the one with the highest score. */
function dropOverlapping(candidates: Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of candidates.toSorted((a, b) => b.score - a.score)) {
    if (kept.every((other) => measureOverlap(candidate, other) < sameFace)) kept.push(candidate);
  }
  return kept;
}

/** The part of both areas together that they share. */
function measureOverlap(a: Area, b: Area): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  const shared = Math.max(0, width) * Math.max(0, height);
  return shared / (a.width * a.height + b.width * b.height - shared);
}
