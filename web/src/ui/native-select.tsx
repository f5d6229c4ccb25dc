// Mantine styles this component's chevron in the sheet of another one.
import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect as MantineNativeSelect, type NativeSelectProps } from '@mantine/core';

export function NativeSelect(props: NativeSelectProps) {
  return <MantineNativeSelect {...props} />;
}
