import { t } from '@lingui/core/macro';
import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react';
import { blurAreas } from './blur-photo.ts';
import type { Area } from './find-faces.ts';
import { sortAreas, span, surround } from './mark-faces.ts';
import classes from './photo-marks.module.css';

/** Sharp enough on a large screen, and fast to draw again. */
const previewPx = 1280;
/** A finger that moves less than this part of the photo has tapped. */
const minDrag = 0.02;

interface Props {
  photo: HTMLCanvasElement;
  blurred: readonly Area[];
  unblurred: readonly Area[];
  onBlur: (area: Area) => void;
  onUnblur: (area: Area) => void;
}

/** Shows the photo as it will be. A tap on a face blurs it or takes that back, a tap elsewhere adds a blur. */
export function PhotoMarks({ photo, blurred, unblurred, onBlur, onUnblur }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragStart = useRef<{ x: number; y: number }>(null);
  const [dragged, setDragged] = useState<Area>();
  const scale = Math.min(1, previewPx / Math.max(photo.width, photo.height));
  const size = { width: Math.round(photo.width * scale), height: Math.round(photo.height * scale) };

  useEffect(() => {
    const context = canvas.current?.getContext('2d', { willReadFrequently: true });
    if (!canvas.current || !context) return;
    context.drawImage(photo, 0, 0, canvas.current.width, canvas.current.height);
    blurAreas(canvas.current, blurred);
  }, [photo, blurred]);

  const locate = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  };
  const readDrag = (event: PointerEvent) => {
    const area = dragStart.current && span(dragStart.current, locate(event));
    return area && Math.min(area.width, area.height) >= minDrag ? area : undefined;
  };
  const endDrag = (event: PointerEvent) => {
    if (!dragStart.current) return;
    const faces = [...blurred, ...unblurred];
    onBlur(readDrag(event) ?? surround(dragStart.current, faces, photo));
    cancelDrag();
  };
  const cancelDrag = () => {
    dragStart.current = null;
    setDragged(undefined);
  };

  const marks = sortAreas([
    ...blurred.map((area) => ({ ...area, isBlurred: true, toggle: () => onUnblur(area) })),
    ...unblurred.map((area) => ({ ...area, isBlurred: false, toggle: () => onBlur(area) })),
  ]);
  return (
    <div className={classes.stage} style={{ '--ratio': size.width / size.height } as CSSProperties}>
      <canvas
        ref={canvas}
        {...size}
        aria-label={t`Ảnh sẽ đăng`}
        role="img"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          dragStart.current = locate(event);
        }}
        onPointerMove={(event) => setDragged(readDrag(event))}
        onPointerUp={endDrag}
        onPointerCancel={cancelDrag}
      />
      {marks.map(({ isBlurred, toggle, ...area }, index) => {
        const number = index + 1;
        return (
          <button
            key={`${area.left} ${area.top}`}
            type="button"
            className={classes.mark}
            style={toStyle(area)}
            aria-label={t`Khuôn mặt ${number}`}
            aria-pressed={isBlurred}
            onClick={toggle}
          />
        );
      })}
      {dragged && <span className={classes.mark} style={toStyle(dragged)} />}
    </div>
  );
}

const toStyle = ({ left, top, width, height }: Area) => ({
  left: `${left * 100}%`,
  top: `${top * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
});
