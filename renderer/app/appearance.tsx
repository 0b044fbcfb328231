// Sets up Mantine: theme, color scheme, and the nonce that the Content Security Policy requires for styles.
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { styleNonce } from '../ui/style-nonce.ts';
import { COLOR_SCHEME_MANAGER } from './color-schemes.ts';
import { useLanguage } from './language-menu.tsx';
import { CSS_VARIABLES, consoleTheme } from './theme.ts';

/** Wraps the whole page. */
export function Appearance({ children }: { readonly children: ReactNode }): ReactNode {
  useLanguage();
  return (
    <MantineProvider
      theme={consoleTheme()}
      cssVariablesResolver={CSS_VARIABLES}
      colorSchemeManager={COLOR_SCHEME_MANAGER}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  );
}
