// Gives the kit its theme, the system's light or dark, and the nonce that the page's policy asks of run-time styles.
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
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
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  );
}
