// Selects the theme: system, light or dark.
import { Center, SegmentedControl, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { text } from '../texts/text.ts';
import { COLOR_SCHEMES } from './color-schemes.ts';

/** Three icons in a row; stacked in a narrow rail. */
export function ThemeSwitch({ narrow }: { readonly narrow: boolean }): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      size="xs"
      aria-label={text('app:theme.label')}
      orientation={narrow ? 'vertical' : 'horizontal'}
      transitionDuration={0}
      value={colorScheme}
      onChange={setColorScheme}
      data={COLOR_SCHEMES.map(({ value, label, action, Icon }) => ({
        value,
        label: (
          <Center title={text(action)} h={18}>
            <Icon size={16} aria-hidden />
            <VisuallyHidden>{text(label)}</VisuallyHidden>
          </Center>
        ),
      }))}
    />
  );
}
