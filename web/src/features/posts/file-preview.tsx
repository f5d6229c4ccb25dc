import type { Attachment } from '@lop-xanh/contract/posts';
import { CloseButton } from '@mantine/core';
import { IconPhoto, IconVideo } from '@tabler/icons-react';
import { type RefCallback, useCallback, useState } from 'react';
import { fileUrl } from '../../lib/api.ts';
import { isVideo } from '../../ui/lightbox.tsx';
import classes from './file-picker.module.css';

interface Removal {
  onRemove: () => void;
  isDisabled: boolean;
}

export function AttachmentPreview({
  attachment,
  ...removal
}: Removal & { attachment: Attachment }) {
  const { thumb, url, mime, filename } = attachment;
  return (
    <Preview source={{ src: fileUrl(thumb ?? url) }} mime={mime} name={filename} {...removal} />
  );
}

export function FilePreview({ file, ...removal }: Removal & { file: File }) {
  const ref = useCallback(
    (element: Medium) => {
      const url = URL.createObjectURL(file);
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return <Preview source={{ ref }} mime={file.type} name={file.name} {...removal} />;
}

type Medium = HTMLImageElement | HTMLVideoElement;

interface PreviewProps extends Removal {
  /** An address, or one who sets it. */
  source: { src: string } | { ref: RefCallback<Medium> };
  mime: string;
  name: string;
}

function Preview({ source, mime, name, onRemove, isDisabled }: PreviewProps) {
  // A format that this browser cannot show may still be one that the server reads.
  const [isBroken, setIsBroken] = useState(false);
  const isFilm = isVideo({ mime });
  const Icon = isFilm ? IconVideo : IconPhoto;
  const onError = () => setIsBroken(true);
  return (
    <li className={classes.preview} title={name}>
      <Icon size={28} aria-hidden />
      {!isBroken && isFilm && <video {...source} preload="metadata" muted onError={onError} />}
      {!isBroken && !isFilm && <img {...source} alt={name} onError={onError} />}
      <CloseButton
        className={classes.remove ?? ''}
        aria-label={`Bỏ ${name}`}
        disabled={isDisabled}
        onClick={onRemove}
      />
    </li>
  );
}
