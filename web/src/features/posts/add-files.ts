import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';

interface FileSelection {
  files: File[];
  /** Which files were skipped and why, for the user. */
  notices: string[];
}

/** Adds newly picked files to those already selected, up to the limits of a post. */
export function addFiles(
  selected: readonly File[],
  candidates: readonly File[],
  maxFiles: number,
): FileSelection {
  const files = [...selected];
  const duplicates: string[] = [];
  const unsupported: string[] = [];
  const tooLarge: string[] = [];
  let isFull = false;

  for (const file of candidates) {
    if (!/^(image|video)\//.test(file.type)) unsupported.push(file.name);
    else if (files.some((existing) => isSameFile(existing, file))) duplicates.push(file.name);
    else if (isTooLarge(file)) tooLarge.push(file.name);
    else if (files.length >= maxFiles) isFull = true;
    else files.push(file);
  }

  const max = limits.maxAttachments;
  const megabytes = toMegabytes(limits.maxVideoBytes);
  const notices = [
    describeSkipped(duplicates, (names) => t`Đã có sẵn nên bỏ qua: ${names}`),
    describeSkipped(unsupported, (names) => t`Chỉ nhận ảnh và video, bỏ qua: ${names}`),
    describeSkipped(tooLarge, (names) => t`Video quá ${megabytes} MB: ${names}`),
    isFull ? t`Mỗi bài viết có nhiều nhất ${max} ảnh và video` : null,
  ];
  return { files, notices: notices.filter((notice) => notice !== null) };
}

export function isSameFile(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size;
}

/** A photo is never too large: it is shrunk before the upload, and the server checks the result. */
function isTooLarge({ type, size }: File): boolean {
  return type.startsWith('video/') && size > limits.maxVideoBytes;
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

function describeSkipped(names: string[], describe: (names: string) => string): string | null {
  return names.length > 0 ? describe(names.join(', ')) : null;
}
