import { constants, setPriority } from 'node:os';
import { cleanMp4 } from './clean-mp4.ts';
import { cleanWebm } from './clean-webm.ts';
import { UnreadableVideo, VideoFile } from './video-file.ts';

export interface CleaningJob {
  path: string;
  extension: string;
}

// On Linux this affects only this thread: other requests come first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Returns what is wrong with the video, or undefined once it is clean. */
export default function clean({ path, extension }: CleaningJob): string | undefined {
  const file = new VideoFile(path);
  try {
    if (extension === 'webm') cleanWebm(file);
    else cleanMp4(file);
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableVideo) return error.message;
    throw error;
  } finally {
    file.close();
  }
}
