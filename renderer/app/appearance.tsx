// Gives the kit its theme, light or dark as the person or the system wants it, and the nonce that the page's policy asks of run-time styles.
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { COLOR_SCHEME_MANAGER } from './color-schemes.ts';
import { CSS_VARIABLES, THEME } from './theme.ts';

/** The nonce that the host wrote into the page. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
}

/** Stands around everything that is drawn. */
export function Appearance({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <MantineProvider
      theme={THEME}
      cssVariablesResolver={CSS_VARIABLES}
      colorSchemeManager={COLOR_SCHEME_MANAGER}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  );
}
