import { t } from '@lingui/core/macro';
import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react';
import { blurAreas } from './blur-photo.ts';
import type { Area } from './find-faces.ts';
import { changeByKey, type Mark, sortMarks, span, surround, toMark } from './mark-faces.ts';
import classes from './photo-marks.module.css';

/** A finger that moves less than this part of the photo has tapped. */
const minDrag = 0.02;

interface Props {
  photo: HTMLCanvasElement;
  blurred: readonly Mark[];
  unblurred: readonly Mark[];
  /** The mark that was added with the keyboard, which moves it next. */
  added: Mark | undefined;
  onBlur: (mark: Mark) => void;
  onUnblur: (mark: Mark) => void;
  onChange: (mark: Mark, changed: Mark) => void;
}

/** Shows the photo as it will be. A tap on a face blurs it or takes that back, a tap elsewhere adds a blur. */
export function PhotoMarks(props: Props) {
  const { photo, blurred, unblurred, added, onBlur, onUnblur, onChange } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragStart = useRef<{ x: number; y: number }>(null);
  const [dragged, setDragged] = useState<Area>();
  const { width, height } = photo;

  useEffect(() => {
    const context = canvas.current?.getContext('2d', { willReadFrequently: true });
    if (!canvas.current || !context) return;
    context.drawImage(photo, 0, 0);
    blurAreas(canvas.current, blurred);
  }, [photo, blurred]);

  const locate = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
  };
  const readDrag = (event: PointerEvent) => {
    const area = dragStart.current && span(dragStart.current, locate(event));
    return area && Math.min(area.width, area.height) >= minDrag ? area : undefined;
  };
  const endDrag = (event: PointerEvent) => {
    if (!dragStart.current) return;
    const area = readDrag(event);
    const faces = [...blurred, ...unblurred];
    onBlur(area ? toMark(area) : surround(dragStart.current, faces, photo));
    cancelDrag();
  };
  const cancelDrag = () => {
    dragStart.current = null;
    setDragged(undefined);
  };

  const marks = sortMarks([
    ...blurred.map((mark) => ({ mark, origin: mark.origin, isBlurred: true })),
    ...unblurred.map((mark) => ({ mark, origin: mark.origin, isBlurred: false })),
  ]);
  return (
    <div className={classes.stage} style={{ '--ratio': width / height } as CSSProperties}>
      <canvas
        ref={canvas}
        width={width}
        height={height}
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
      {marks.map(({ mark, origin: { x, y }, isBlurred }, index) => {
        const number = index + 1;
        const before = marks[index - 1]?.origin;
        // A face whose blur was moved away is there again, beside its blur.
        const isAgain = before?.x === x && before.y === y;
        return (
          <button
            key={`${x} ${y} ${isAgain}`}
            ref={mark.origin === added?.origin ? focusElement : null}
            type="button"
            className={classes.mark}
            style={toStyle(mark)}
            aria-label={t`Khuôn mặt ${number}`}
            aria-pressed={isBlurred}
            onClick={() => (isBlurred ? onUnblur(mark) : onBlur(mark))}
            onKeyDown={(event) => {
              const changed = isBlurred ? changeByKey(mark, event.key) : undefined;
              if (!changed) return;
              event.preventDefault();
              onChange(mark, changed);
            }}
          />
        );
      })}
      {dragged && <span className={classes.mark} style={toStyle(dragged)} />}
    </div>
  );
}

const focusElement = (element: HTMLElement | null) => element?.focus();

const toStyle = ({ left, top, width, height }: Area) => ({
  left: `${left * 100}%`,
  top: `${top * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
});
