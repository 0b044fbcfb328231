// The selectable themes, and where the selection is stored.
import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core';
import { type Icon, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

interface ColorSchemeRow {
  readonly value: MantineColorScheme;
  readonly label: string;
  readonly Icon: Icon;
}

/** In the order of the menu; the first one is the default. */
export const COLOR_SCHEMES: readonly ColorSchemeRow[] = [
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
];

/** Stores the selection in this browser or window. */
export const COLOR_SCHEME_MANAGER: ReturnType<typeof localStorageColorSchemeManager> =
  localStorageColorSchemeManager({ key: 'understudy.console.theme' });
