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

/** A square of the photo, in its pixels. It may be larger than the photo. */
export interface Tile {
  x: number;
  y: number;
  side: number;
}

interface Candidate extends Area {
  score: number;
}

/** The model looks at a square of this size. */
export const inputPx = 640;

const minScore = 0.5;
const maxOverlap = 0.4;
/** How much the areas around the same face share at least, found twice or tapped. */
const sameFace = 0.3;
/** The model's boxes end at the chin and the forehead; ears and hair also tell who it is. */
const growth = 1.3;

/** For each size of the model's grid: the pixels between its points and the face sizes it looks for. */
const grids = [
  { stride: 32, faceSizes: [512, 256] },
  { stride: 16, faceSizes: [128, 64] },
  { stride: 8, faceSizes: [32, 16] },
];
/** The first point of each grid. */
const originPx = 8;

/** Part of the photo's longer side. */
const closeTile = 0.6;
/** A box so close to the edge, in pixels of the model, may be half a face. */
const edgePx = 4;

/** The whole photo, and overlapping parts of a large one, in which small faces are larger. */
export function listTiles({ width, height }: Size): Tile[] {
  const longSide = Math.max(width, height);
  const whole = { x: 0, y: 0, side: longSide };
  const side = Math.round(longSide * closeTile);
  if (side < inputPx) return [whole];
  const listStarts = (length: number) => (length > side ? [0, length - side] : [0]);
  const parts = listStarts(height).flatMap((y) => listStarts(width).map((x) => ({ x, y, side })));
  return [whole, ...parts];
}

/** Reads the faces in a tile of the photo from the model's outputs. */
export function findFaces(outputs: Record<string, Float32Array>, tile: Tile, photo: Size): Area[] {
  const candidates = grids.flatMap((grid) => listCandidates(outputs, grid));
  return dropOverlapping(candidates)
    .filter((box) => !isCut(box, tile, photo))
    .map((box) => toArea(grow(box), tile, photo));
}

/** The faces that none of these areas covers. */
export function listUncovered(faces: readonly Area[], areas: readonly Area[]): Area[] {
  return faces.filter((face) => areas.every((area) => measureOverlap(face, area) < sameFace));
}

/** Whether the edge of the tile, but not of the photo, may cut the face; the next tile shows it whole. */
function isCut(box: Area, { x, y, side }: Tile, photo: Size): boolean {
  const farEdge = inputPx - edgePx;
  return (
    (x > 0 && box.left < edgePx) ||
    (y > 0 && box.top < edgePx) ||
    (x + side < photo.width && box.left + box.width > farEdge) ||
    (y + side < photo.height && box.top + box.height > farEdge)
  );
}

function listCandidates(
  outputs: Record<string, Float32Array>,
  { stride, faceSizes }: (typeof grids)[number],
): Candidate[] {
  const scores = outputs[`face_rpn_cls_prob_reshape_stride${stride}`] ?? [];
  const offsets = outputs[`face_rpn_bbox_pred_stride${stride}`] ?? [];
  const columns = inputPx / stride;
  const points = columns * columns;
  return faceSizes.flatMap((size, sizeIndex) => {
    const candidates: Candidate[] = [];
    for (let point = 0; point < points; point++) {
      // The scores of "no face" come first.
      const score = scores[(faceSizes.length + sizeIndex) * points + point] ?? 0;
      if (score < minScore) continue;
      const readOffset = (index: number) => offsets[(sizeIndex * 4 + index) * points + point] ?? 0;
      const width = size * Math.exp(readOffset(2));
      const height = size * Math.exp(readOffset(3));
      const centerX = originPx + (point % columns) * stride + size * readOffset(0);
      const centerY = originPx + Math.floor(point / columns) * stride + size * readOffset(1);
      candidates.push({
        left: centerX - width / 2,
        top: centerY - height / 2,
        width,
        height,
        score,
      });
    }
    return candidates;
  });
}

/** Of candidates for the same face, keeps the one with the highest score. */
function dropOverlapping(candidates: Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of candidates.toSorted((a, b) => b.score - a.score)) {
    if (kept.every((other) => measureOverlap(candidate, other) <= maxOverlap)) kept.push(candidate);
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

function grow({ left, top, width, height }: Area): Area {
  return {
    left: left - (width * (growth - 1)) / 2,
    top: top - (height * (growth - 1)) / 2,
    width: width * growth,
    height: height * growth,
  };
}

function toArea(box: Area, { x, y, side }: Tile, photo: Size): Area {
  const scale = side / inputPx;
  return {
    left: (x + box.left * scale) / photo.width,
    top: (y + box.top * scale) / photo.height,
    width: (box.width * scale) / photo.width,
    height: (box.height * scale) / photo.height,
  };
}
