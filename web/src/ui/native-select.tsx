// Mantine draws the chevron of this component by the sheet of another.
import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect as MantineNativeSelect, type NativeSelectProps } from '@mantine/core';

/** The browser's own list to choose from. */
export function NativeSelect(props: NativeSelectProps) {
  return <MantineNativeSelect {...props} />;
}
