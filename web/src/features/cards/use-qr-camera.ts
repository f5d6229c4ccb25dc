import { decodeQR } from 'qr/decode.js';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** A card that fills a third of the picture is still read, and a slow phone keeps up. */
const longSidePx = 800;
const pauseMs = 120;

/** Shows the rear camera and calls `onRead` with the text of each QR code in sight. */
export function useQrCamera(
  video: RefObject<HTMLVideoElement | null>,
  onRead: (text: string) => void,
  onError: (error: unknown) => void,
): boolean {
  const [isLive, setIsLive] = useState(false);
  const handleRead = useEffectEvent(onRead);
  const handleError = useEffectEvent(onError);
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const scan = async () => {
      const element = video.current;
      if (!element) return;
      await showCamera(element, signal);
      const readFrame = createFrameReader(element);
      while (!signal.aborted) {
        setIsLive(true);
        const text = readFrame();
        if (text !== null) handleRead(text);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    };
    scan().catch((error: unknown) => {
      if (!signal.aborted) handleError(error);
    });
    return () => abort.abort();
  }, [video]);
  return isLive;
}

/** The camera stops with the signal, even if the user allows it only later. */
async function showCamera(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } },
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', stop);
  if (signal.aborted) return stop();
  video.srcObject = stream;
  await video.play();
}

function createFrameReader(video: HTMLVideoElement): () => string | null {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return () => {
    const { videoWidth, videoHeight } = video;
    if (!context || videoWidth === 0) return null;
    const scale = Math.min(1, longSidePx / Math.max(videoWidth, videoHeight));
    canvas.width = Math.round(videoWidth * scale);
    canvas.height = Math.round(videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      // There is no QR code in this picture.
      return null;
    }
  };
}
