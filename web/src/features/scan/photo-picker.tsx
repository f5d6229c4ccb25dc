import { FileButton } from '@mantine/core';
import { type ComponentProps, useRef } from 'react';

interface Props {
  onPick: (photo: File) => void;
  children: ComponentProps<typeof FileButton>['children'];
}

/** A button that picks a photo from the device. */
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
      {children}
    </FileButton>
  );
}
