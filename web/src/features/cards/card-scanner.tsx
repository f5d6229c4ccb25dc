import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import { readCardSecret, setScannedCard } from '../../lib/scanned-card.ts';
import { type CameraProblem, describeCameraProblem } from './camera-problem.ts';
import classes from './card-scanner.module.css';
import { useQrCamera } from './use-qr-camera.ts';

/** Reads a card with the device's camera. */
export function CardScanner() {
  const [problem, setProblem] = useState<CameraProblem>();
  return (
    <div className={classes.scanner}>
      <h1 className={classes.title}>{t`Quét thẻ của em`}</h1>
      {problem ? (
        <>
          <div role="alert" className={classes.problem}>
            <p className={classes.problemTitle}>{problem.title}</p>
            <p>{problem.text}</p>
          </div>
          <Button
            size="lg"
            leftSection={<IconRefresh size={22} aria-hidden />}
            onClick={() => setProblem(undefined)}
          >
            {t`Thử lại`}
          </Button>
        </>
      ) : (
        <Viewfinder onError={(error) => setProblem(describeCameraProblem(error))} />
      )}
    </div>
  );
}

function Viewfinder({ onError }: { onError: (error: unknown) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isForeign, setIsForeign] = useState(false);
  const read = useCallback((text: string) => {
    const secret = readCardSecret(text);
    setIsForeign(secret === null);
    if (secret !== null) setScannedCard(secret);
  }, []);
  const isLive = useQrCamera(video, read, onError);
  return (
    <>
      <div className={classes.stage}>
        <video
          ref={video}
          className={classes.video}
          aria-label={t`Hình từ máy ảnh`}
          muted
          playsInline
        />
        <span className={classes.frame} aria-hidden />
      </div>
      <p role="status" className={classes.hint}>
        {!isLive && t`Đang mở máy ảnh…`}
        {isLive && !isForeign && t`Em đưa mã vuông trên thẻ vào giữa khung`}
        {isLive && isForeign && t`Đây không phải thẻ Lớp Xanh, em thử thẻ của em nhé`}
      </p>
    </>
  );
}
