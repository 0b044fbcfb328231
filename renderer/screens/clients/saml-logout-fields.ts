// A service provider's logout settings.
import { SAML_LOGOUT_RESPONSE_URLS } from '#protocol/contract/saml-client-attributes.ts';
import { clientField } from '../../components/setting-field.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** The Logout tab of a SAML client. */
export const samlLogoutSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: text('clientForms:section.notification'),
    summary: text('clientForms:saml.notificationSummary'),
    fields: [
      clientField('frontchannelLogout', {
        wide: true,
        help: text('clientForms:saml.frontchannelHelp'),
        initial: true,
      }),
      clientField('saml_single_logout_service_url_post'),
      clientField('saml_single_logout_service_url_redirect'),
      clientField('saml_single_logout_service_url_artifact'),
      clientField('saml_single_logout_service_url_soap'),
    ],
  },
  {
    title: text('clientForms:saml.logoutResponses'),
    summary: text('clientForms:saml.logoutResponsesSummary'),
    fields: [
      clientField(SAML_LOGOUT_RESPONSE_URLS.post),
      clientField(SAML_LOGOUT_RESPONSE_URLS.redirect),
      clientField(SAML_LOGOUT_RESPONSE_URLS.artifact),
    ],
  },
]);
