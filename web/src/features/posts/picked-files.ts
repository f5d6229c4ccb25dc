import { limits } from '@lop-xanh/contract/rules/limits';

interface Choice {
  files: File[];
  /** What was left out and why, for the user. */
  notices: string[];
}

/** Adds what was picked or dropped to what is there, within the rules of a post. */
export function addFiles(chosen: readonly File[], more: readonly File[], room: number): Choice {
  const files = [...chosen];
  const doubled: string[] = [];
  const foreign: string[] = [];
  const heavy: string[] = [];
  let isFull = false;

  for (const file of more) {
    if (!/^(image|video)\//.test(file.type)) foreign.push(file.name);
    else if (files.some((other) => isSameFile(other, file))) doubled.push(file.name);
    else if (isTooHeavy(file)) heavy.push(file.name);
    else if (files.length >= room) isFull = true;
    else files.push(file);
  }

  const notices = [
    doubled.length > 0 && `Đã có sẵn nên bỏ qua: ${doubled.join(', ')}`,
    foreign.length > 0 && `Chỉ nhận ảnh và video, bỏ qua: ${foreign.join(', ')}`,
    heavy.length > 0 && `Video quá ${megabytes(limits.videoBytesMax)} MB: ${heavy.join(', ')}`,
    isFull && `Mỗi bài viết có nhiều nhất ${limits.attachmentsMax} ảnh và video`,
  ];
  return { files, notices: notices.filter((notice) => typeof notice === 'string') };
}

export function isSameFile(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size;
}

/** A photo is shrunk before it is sent, so only the server can judge its weight. */
function isTooHeavy({ type, size }: File): boolean {
  return type.startsWith('video/') && size > limits.videoBytesMax;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
