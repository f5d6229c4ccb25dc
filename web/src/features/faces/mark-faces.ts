import type { Area } from './find-faces.ts';

interface Point {
  x: number;
  y: number;
}

/** An area on the photo that the author can blur, or move with the keyboard once it is blurred. */
export interface Mark extends Area {
  /** Its center before it was moved: it tells the marks apart. */
  origin: Point;
}

/** Of the photo's longer side, if no face tells how large they are. */
const usualSide = 0.12;
/** How far a key moves a mark, in parts of the photo, and how much it changes its size. */
const step = 0.02;
const growth = 1.1;
const minSide = 0.02;

export function toMark(area: Area): Mark {
  return { ...area, origin: findCenter(area) };
}

/** From left to right, so that their order does not change when one of them is blurred or moved. */
export function sortMarks<T extends Pick<Mark, 'origin'>>(marks: readonly T[]): T[] {
  return marks.toSorted((a, b) => a.origin.x - b.origin.x || a.origin.y - b.origin.y);
}

/** The mark around a point, as large as the faces found, or a usual size. */
export function surround(
  point: Point,
  faces: readonly Area[],
  photo: { width: number; height: number },
): Mark {
  const middle = faces.toSorted((a, b) => a.width - b.width)[Math.floor(faces.length / 2)];
  const side = usualSide * Math.max(photo.width, photo.height);
  const size = middle ?? { width: side / photo.width, height: side / photo.height };
  return { ...placeAround(point, size), origin: point };
}

/** The middle of the photo, or a point beside it if another mark has started there. */
export function findFreePoint(marks: readonly Mark[]): Point {
  const isTaken = (x: number) => marks.some(({ origin }) => Math.abs(origin.x - x) < step / 2);
  let x = 0.5;
  for (let moves = 0; moves < marks.length && isTaken(x); moves++) x = (x + step) % 1;
  return { x, y: 0.5 };
}

/** The area between the two ends of a drag. */
export function span(start: Point, end: Point): Area {
  return {
    left: Math.min(start.x, end.x),
    top: Math.min(start.y, end.y),
    width: Math.abs(end.x - start.x),
    height: Math.abs(end.y - start.y),
  };
}

/** What a key makes of a mark: the arrows move it, plus and minus change its size. Other keys do nothing. */
export function changeByKey(mark: Mark, key: string): Mark | undefined {
  const { x, y } = findCenter(mark);
  const { width, height, origin } = mark;
  const place = (point: Point, size = { width, height }) => ({
    ...placeAround(point, size),
    origin,
  });
  const limit = (position: number) => Math.min(1, Math.max(0, position));
  const resize = (factor: number) =>
    place({ x, y }, { width: limitSide(width * factor), height: limitSide(height * factor) });
  switch (key) {
    case 'ArrowLeft':
      return place({ x: limit(x - step), y });
    case 'ArrowRight':
      return place({ x: limit(x + step), y });
    case 'ArrowUp':
      return place({ x, y: limit(y - step) });
    case 'ArrowDown':
      return place({ x, y: limit(y + step) });
    case '+':
    case '=':
      return resize(growth);
    case '-':
      return resize(1 / growth);
    default:
      return undefined;
  }
}

const findCenter = ({ left, top, width, height }: Area): Point => ({
  x: left + width / 2,
  y: top + height / 2,
});

const placeAround = ({ x, y }: Point, { width, height }: Pick<Area, 'width' | 'height'>): Area => ({
  left: x - width / 2,
  top: y - height / 2,
  width,
  height,
});

const limitSide = (side: number) => Math.min(1, Math.max(minSide, side));
