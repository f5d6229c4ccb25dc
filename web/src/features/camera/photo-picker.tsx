import { FileButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

interface Props {
  onPick: (photos: File[]) => void;
  isMultiple?: boolean;
  /** Renders the buttons, with a function that lets the user pick photos from the device. */
  children: (pickPhotos: () => void) => ReactNode;
}

/** Around everything that may change while the user is choosing: a photo for a button that has gone would be lost. */
export function PhotoPicker({ onPick, isMultiple = false, children }: Props) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      accept="image/*"
      multiple={isMultiple}
      resetRef={reset}
      onChange={(picked) => {
        const photos = picked ? [picked].flat() : [];
        if (photos.length > 0) onPick(photos);
        // Lets the same file be picked again.
        reset.current?.();
      }}
    >
      {({ onClick }) => children(onClick)}
    </FileButton>
  );
}
