// The selectable themes, and where the selection is stored.
import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core';
import { type Icon, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import type { PlainKey } from '../texts/text.ts';

interface ColorSchemeRow {
  readonly value: MantineColorScheme;
  readonly label: PlainKey;
  /** The label of an action that selects it. */
  readonly action: PlainKey;
  readonly Icon: Icon;
}

/** In the order of the menu; the first one is the default. */
export const COLOR_SCHEMES: readonly ColorSchemeRow[] = [
  { value: 'auto', label: 'app:theme.auto', action: 'app:theme.autoAction', Icon: IconDeviceDesktop },
  { value: 'light', label: 'app:theme.light', action: 'app:theme.lightAction', Icon: IconSun },
  { value: 'dark', label: 'app:theme.dark', action: 'app:theme.darkAction', Icon: IconMoon },
];

/** Stores the selection in this browser or window. */
export const COLOR_SCHEME_MANAGER: ReturnType<typeof localStorageColorSchemeManager> =
  localStorageColorSchemeManager({ key: 'understudy.console.theme' });
