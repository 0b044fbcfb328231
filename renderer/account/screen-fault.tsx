// What is shown in the place of a screen that cannot be shown.
import { Page } from '@keycloak/keycloak-account-ui';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';

/** How the account API's refusals of a token begin, which lacks a role of client `account`. */
const REFUSED = /^HTTP 40[13]\b/;

export function ScreenFault(): ReactElement {
  const { t } = useTranslation();
  const error = useRouteError();
  const isRefused = error instanceof Error && REFUSED.test(error.message);
  return (
    <Page
      title={t('somethingWentWrong')}
      description={t(isRefused ? 'understudy.noAccess' : 'somethingWentWrongDescription')}
    >
      <button
        type="button"
        className="pf-v5-c-button pf-m-primary"
        onClick={() => {
          window.location.reload();
        }}
      >
        {t('tryAgain')}
      </button>
    </Page>
  );
}
