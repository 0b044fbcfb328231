// Fields of how a service provider is told that a session has ended.
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

function answers(binding: keyof typeof SAML_LOGOUT_RESPONSE_URLS, label: string): Field {
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
    label: 'By the browser (front-channel)',
    wide: true,
    help: 'On: the browser visits the client with a LogoutRequest. Off: the server calls it.',
    initial: true,
  },
  service('post', 'Logout service, POST'),
  service('redirect', 'Logout service, redirect'),
  service('artifact', 'Logout service, artifact'),
  service('soap', 'Logout service, SOAP', 'Called by the server when the front channel is off.'),
];

const elsewhere: readonly Field[] = [
  answers('post', 'Answers, POST'),
  answers('redirect', 'Answers, redirect'),
  answers('artifact', 'Answers, artifact'),
];

/** The tab "Logout" of a SAML client. */
export const SAML_LOGOUT_SECTIONS: readonly FieldSection[] = [
  {
    title: 'When a session has ended',
    summary:
      'A client without an address is not told; the one that began the sign-out then hears of a partial logout.',
    fields: logout,
  },
  {
    title: 'When the client has asked',
    summary:
      'Its LogoutRequest is answered at the logout service of the same binding, unless an address stands here; metadata calls it ResponseLocation.',
    fields: elsewhere,
  },
];
