// A service provider's logout settings.
import { SAML_LOGOUT_RESPONSE_URLS } from '#protocol/contract/saml-client-attributes.ts';
import { checkUrl } from '../../components/checks.ts';
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

function service(binding: string, label: string, help?: string): Field {
  return {
    kind: 'text',
    member: `saml_single_logout_service_url_${binding}`,
    within: 'attributes',
    label,
    check: checkUrl,
    ...(help === undefined ? {} : { help }),
  };
}

function response(binding: keyof typeof SAML_LOGOUT_RESPONSE_URLS, label: string): Field {
  return {
    kind: 'text',
    member: SAML_LOGOUT_RESPONSE_URLS[binding],
    within: 'attributes',
    label,
    check: checkUrl,
  };
}

const logout: readonly Field[] = [
  {
    kind: 'switch',
    member: 'frontchannelLogout',
    label: 'Front-channel logout',
    wide: true,
    help: 'On: LogoutRequests are sent through the browser. Off: the server sends them.',
    initial: true,
  },
  service('post', 'Logout service POST binding URL'),
  service('redirect', 'Logout service redirect binding URL'),
  service('artifact', 'Logout service artifact binding URL'),
  service('soap', 'Logout service SOAP binding URL', 'Called by the server if front-channel logout is off.'),
];

const responses: readonly Field[] = [
  response('post', 'Logout response POST binding URL'),
  response('redirect', 'Logout response redirect binding URL'),
  response('artifact', 'Logout response artifact binding URL'),
];

/** The Logout tab of a SAML client. */
export const SAML_LOGOUT_SECTIONS: readonly FieldSection[] = [
  {
    title: 'Notification of ended sessions',
    summary:
      'A client without a URL is not notified. The client that started the sign-out then receives a partial logout.',
    fields: logout,
  },
  {
    title: 'Logout responses',
    summary:
      'Sent to the logout service of the same binding, unless another URL is set here. Metadata calls it ResponseLocation.',
    fields: responses,
  },
];
