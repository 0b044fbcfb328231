// Messages with a valid signature but unacceptable content.
import type { SamlErrorCode } from '#protocol/errors/saml-status-error.ts';
import { ENTITY_ID, issuerElement, makeSignedMessage, swap } from './tampering.ts';

const request = (attributes: Readonly<Record<string, string | undefined>>): Promise<string> =>
  makeSignedMessage('AuthnRequest', { attributes });
const issuer = (content: string): Promise<string> =>
  makeSignedMessage('AuthnRequest', { issuer: content === '' ? '' : issuerElement(content) });

/** With the code of each refusal. */
export const UNACCEPTABLE: readonly (readonly [
  name: string,
  about: string,
  xml: string,
  code: SamlErrorCode,
  reason: RegExp,
])[] = [
  [
    'comment-in-issuer',
    'A comment that would truncate the name of the sender',
    await issuer(`${ENTITY_ID}<!-- -->.evil.example`),
    'client_not_found',
    /metadata\.evil\.example/,
  ],
  [
    'unknown-issuer',
    'A sender that is not a client',
    await issuer('https://evil.example/metadata'),
    'client_not_found',
    /evil\.example/,
  ],
  ['no-issuer', 'No sender', await issuer(''), 'client_not_found', /Issuer/],
  [
    'two-issuers',
    'Two senders',
    await makeSignedMessage('AuthnRequest', { first: issuerElement('https://evil.example/metadata') }),
    'invalid_token',
    /more than one Issuer/,
  ],
  [
    'issuer-with-element',
    'A sender whose name contains an element',
    await issuer(`${ENTITY_ID}<x></x>`),
    'invalid_token',
    /Issuer/,
  ],
  ['version-1.1', 'A message of SAML 1.1', await request({ Version: '1.1' }), 'unsupported_version', /1\.1/],
  [
    'no-version',
    'A message without a version',
    await request({ Version: undefined }),
    'invalid_token',
    /Version/,
  ],
  [
    'no-id',
    'A message without an ID',
    await makeSignedMessage('AuthnRequest', { attributes: { ID: undefined } }),
    'invalid_signature',
    /no ID/,
  ],
  [
    'no-issue-instant',
    'A message without an instant',
    await request({ IssueInstant: undefined }),
    'invalid_token',
    /IssueInstant/,
  ],
  [
    'no-destination',
    'A signed message without a destination',
    await request({ Destination: undefined }),
    'invalid_destination',
    /Destination/,
  ],
  [
    'other-destination',
    'A message for another identity provider',
    await request({ Destination: 'https://other.example/saml' }),
    'invalid_destination',
    /other\.example/,
  ],
  [
    'foreign-consumer',
    'A consumer URL that the service provider has not registered',
    await request({ AssertionConsumerServiceURL: 'https://evil.example/acs' }),
    'invalid_redirect_uri',
    /evil\.example/,
  ],
  [
    'script-consumer',
    'A consumer URL that is a script',
    await request({ AssertionConsumerServiceURL: 'javascript:alert(1)' }),
    'invalid_redirect_uri',
    /javascript/,
  ],
  [
    'other-root',
    'An element that is not a message for an identity provider',
    '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0"></samlp:Response>',
    'invalid_token',
    /Response/,
  ],
  [
    'other-namespace',
    'A message in another namespace',
    swap(await makeSignedMessage('AuthnRequest'), 'urn:oasis:names:tc:SAML:2.0:protocol', 'urn:evil'),
    'invalid_token',
    /AuthnRequest/,
  ],
];
