import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromiumWithCamera, dataDir } from './settings.ts';

const videoFile = join(dirname(dataDir), 'camera.mjpeg');

/** A browser whose camera sees one picture all the time. */
export const chromiumSeeing = {
  ...chromiumWithCamera,
  args: [
    ...chromiumWithCamera.args,
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${videoFile}`,
  ],
};

/** What the camera sees; before the first page opens it. */
export function showToCamera(photo: Buffer): void {
  writeFileSync(videoFile, Buffer.concat([photo, photo]));
}
