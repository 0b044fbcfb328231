// The frame of the account console: header, navigation, and the screen of the address.
import { Header, KeycloakProvider, PageNav } from '@keycloak/keycloak-account-ui';
import { type MouseEvent, type ReactElement, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { environment } from './environment.ts';

/** From this width on, the navigation has a place beside the screen. In pixels. */
const WIDE = 1200;
const TOGGLE = '.pf-v5-c-masthead__toggle';
const USER_MENU = '[data-testid="options-kebab-toggle"]';

const isWide = (): boolean => window.innerWidth >= WIDE;

const isWithin = (target: EventTarget, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** Describes buttons of Keycloak's header: whether the navigation is open, and the menu of narrow windows by name. */
function HeaderButtons({ isOpen }: { readonly isOpen: boolean }): null {
  const { t } = useTranslation();
  useEffect(() => {
    document.querySelector(`${TOGGLE} button`)?.setAttribute('aria-expanded', String(isOpen));
  }, [isOpen]);
  useEffect(() => {
    document.querySelector(USER_MENU)?.setAttribute('aria-label', t('user'));
  }, [t]);
  return null;
}

export function Frame(): ReactElement {
  const [isOpen, setIsOpen] = useState(isWide);
  const handleClick = ({ target }: MouseEvent): void => {
    if (isWithin(target, TOGGLE)) setIsOpen(!isOpen);
    // The navigation would cover the screen that was chosen.
    else if (isWithin(target, '.pf-v5-c-page__sidebar a') && !isWide()) setIsOpen(false);
  };
  return (
    <KeycloakProvider environment={environment}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are Keycloak's */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: buttons and links send clicks for keys as well */}
      <div className="pf-v5-c-page" data-navigation={isOpen ? 'open' : 'closed'} onClick={handleClick}>
        <Header />
        <PageNav />
        <main className="pf-v5-c-page__main" tabIndex={-1}>
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
        <HeaderButtons isOpen={isOpen} />
      </div>
    </KeycloakProvider>
  );
}
