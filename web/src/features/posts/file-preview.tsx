import { t } from '@lingui/core/macro';
import type { Attachment } from '@lop-xanh/contract/posts';
import { CloseButton } from '@mantine/core';
import { IconPhoto, IconVideo } from '@tabler/icons-react';
import { type ReactNode, type RefCallback, useCallback, useState } from 'react';
import { fileUrl } from '../../lib/api.ts';
import { isVideo } from '../../ui/lightbox.tsx';
import { countBlurredFaces } from '../faces/public.ts';
import classes from './file-picker.module.css';
import { isStillPhoto } from './shrink-photo.ts';

interface RemoveProps {
  onRemove: () => void;
  isDisabled: boolean;
}

export function AttachmentPreview({
  attachment,
  ...removeProps
}: RemoveProps & { attachment: Attachment }) {
  const { thumb, url, mime, filename } = attachment;
  return (
    <Preview
      source={{ src: fileUrl(thumb ?? url) }}
      mime={thumb ? 'image/webp' : mime}
      filename={filename}
      {...removeProps}
    />
  );
}

interface FilePreviewProps extends RemoveProps {
  file: File;
  onBlurFaces: () => void;
}

export function FilePreview({ file, onBlurFaces, ...removeProps }: FilePreviewProps) {
  const ref = useCallback(
    (element: MediaElement) => {
      const url = URL.createObjectURL(file);
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  const count = countBlurredFaces(file);
  return (
    <Preview source={{ ref }} mime={file.type} filename={file.name} {...removeProps}>
      {isStillPhoto(file) && (
        <button
          type="button"
          className={classes.blur}
          disabled={removeProps.isDisabled}
          onClick={onBlurFaces}
        >
          {count > 0 ? t`${count} khuôn mặt đã làm mờ` : t`Làm mờ khuôn mặt`}
        </button>
      )}
    </Preview>
  );
}

type MediaElement = HTMLImageElement | HTMLVideoElement;

interface PreviewProps extends RemoveProps {
  /** Either the URL, or a ref that sets it. */
  source: { src: string } | { ref: RefCallback<MediaElement> };
  mime: string;
  filename: string;
  children?: ReactNode;
}

function Preview({ source, mime, filename, onRemove, isDisabled, children }: PreviewProps) {
  // The server may accept a format that this browser cannot show.
  const [isBroken, setIsBroken] = useState(false);
  const isVideoFile = isVideo({ mime });
  const Icon = isVideoFile ? IconVideo : IconPhoto;
  const onError = () => setIsBroken(true);
  return (
    <li className={classes.preview} title={filename}>
      <Icon size={28} aria-hidden />
      {!isBroken && isVideoFile && <video {...source} preload="metadata" muted onError={onError} />}
      {!isBroken && !isVideoFile && <img {...source} alt={filename} onError={onError} />}
      <CloseButton
        className={classes.remove ?? ''}
        aria-label={t`Bỏ ${filename}`}
        disabled={isDisabled}
        onClick={onRemove}
      />
      {children}
    </li>
  );
}
