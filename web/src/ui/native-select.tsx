// Mantine styles this component's chevron in the sheet of another one.
import { NativeSelect as MantineNativeSelect, type NativeSelectProps } from '@mantine/core';

export function NativeSelect(props: NativeSelectProps) {
  return <MantineNativeSelect {...props} />;
}
