// A service provider's logout settings.
import { SAML_LOGOUT_RESPONSE_URLS } from '#protocol/contract/saml-client-attributes.ts';
import { clientField } from '../../components/setting-field.ts';
import { perLanguage } from '../../texts/text.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** The Logout tab of a SAML client. */
export const samlLogoutSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: 'Notification of ended sessions',
    summary:
      'A client without a URL is not notified. The client that started the sign-out then receives a partial logout.',
    fields: [
      clientField('frontchannelLogout', {
        wide: true,
        help: 'On: LogoutRequests are sent through the browser. Off: the server sends them.',
        initial: true,
      }),
      clientField('saml_single_logout_service_url_post'),
      clientField('saml_single_logout_service_url_redirect'),
      clientField('saml_single_logout_service_url_artifact'),
      clientField('saml_single_logout_service_url_soap'),
    ],
  },
  {
    title: 'Logout responses',
    summary:
      'Sent to the logout service of the same binding, unless another URL is set here. Metadata calls it ResponseLocation.',
    fields: [
      clientField(SAML_LOGOUT_RESPONSE_URLS.post),
      clientField(SAML_LOGOUT_RESPONSE_URLS.redirect),
      clientField(SAML_LOGOUT_RESPONSE_URLS.artifact),
    ],
  },
]);
