import { FileButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

interface Props {
  onPick: (photo: File) => void;
  /** Renders the buttons, with a function that lets the user pick a photo from the device. */
  children: (pickPhoto: () => void) => ReactNode;
}

/** Around everything that may change while the user is choosing: a photo for a button that has gone would be lost. */
export function PhotoPicker({ onPick, children }: Props) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      accept="image/*"
      resetRef={reset}
      onChange={(file) => {
        if (file) onPick(file);
        // Lets the same file be picked again.
        reset.current?.();
      }}
    >
      {({ onClick }) => children(onClick)}
    </FileButton>
  );
}
