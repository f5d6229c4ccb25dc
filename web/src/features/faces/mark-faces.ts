import type { Area } from './find-faces.ts';

interface Point {
  x: number;
  y: number;
}

/** Of the photo's longer side, if no face tells how large they are. */
const usualSide = 0.12;

/** From left to right, so that their order does not change when one of them is blurred. */
export function sortAreas<T extends Area>(areas: readonly T[]): T[] {
  return areas.toSorted((a, b) => a.left - b.left || a.top - b.top);
}

/** The area around a tapped point, as large as the faces found, or a usual size. */
export function surround(
  { x, y }: Point,
  faces: readonly Area[],
  photo: { width: number; height: number },
): Area {
  const middle = faces.toSorted((a, b) => a.width - b.width)[Math.floor(faces.length / 2)];
  const side = usualSide * Math.max(photo.width, photo.height);
  const { width, height } = middle ?? { width: side / photo.width, height: side / photo.height };
  return { left: x - width / 2, top: y - height / 2, width, height };
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
