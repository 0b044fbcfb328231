// The OpenID Foundation's certification plans for providers and their modules (conformance suite 5.2).

const DISCOVERY = 'discovery-endpoint-verification';

/** Modules of the plan for `response_type=code`. */
const BASIC: readonly string[] = [
  'oidcc-server',
  'oidcc-response-type-missing',
  'oidcc-idtoken-signature',
  'oidcc-idtoken-unsigned',
  'oidcc-userinfo-get',
  'oidcc-userinfo-post-header',
  'oidcc-userinfo-post-body',
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow',
  'oidcc-scope-profile',
  'oidcc-scope-email',
  'oidcc-scope-address',
  'oidcc-scope-phone',
  'oidcc-scope-all',
  'oidcc-alternate-happy-flow',
  'oidcc-display-page',
  'oidcc-display-popup',
  'oidcc-prompt-login',
  'oidcc-prompt-none-not-logged-in',
  'oidcc-prompt-none-logged-in',
  'oidcc-max-age-1',
  'oidcc-max-age-10000',
  'oidcc-ensure-request-with-unknown-parameter-succeeds',
  'oidcc-id-token-hint',
  'oidcc-login-hint',
  'oidcc-ui-locales',
  'oidcc-claims-locales',
  'oidcc-ensure-request-with-acr-values-succeeds',
  'oidcc-codereuse',
  'oidcc-codereuse-30seconds',
  'oidcc-ensure-registered-redirect-uri',
  'oidcc-ensure-post-request-succeeds',
  'oidcc-server-client-secret-post',
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
  'oidcc-claims-essential',
  'oidcc-ensure-request-object-with-redirect-uri',
  'oidcc-refresh-token',
  'oidcc-ensure-request-with-valid-pkce-succeeds',
];

/** Modules of the plan fapi-ciba-id1 for `ciba_mode=poll` that test CIBA Core, not FAPI. */
const CIBA: readonly string[] = [
  'fapi-ciba-id1-discovery-end-point-verification',
  'fapi-ciba-id1',
  'fapi-ciba-id1-user-rejects-authentication',
  'fapi-ciba-id1-multiple-call-to-token-endpoint',
  'fapi-ciba-id1-auth-req-id-expired',
  'fapi-ciba-id1-ensure-authorization-request-with-binding-message-succeeds',
  'fapi-ciba-id1-ensure-other-scope-order-succeeds',
  'fapi-ciba-id1-ensure-requested-expiry-as-string-succeeds',
  'fapi-ciba-id1-ensure-authorization-request-with-potentially-bad-binding-message',
  'fapi-ciba-id1-ensure-request-object-missing-aud-fails',
  'fapi-ciba-id1-ensure-request-object-missing-iss-fails',
  'fapi-ciba-id1-ensure-request-object-missing-exp-fails',
  'fapi-ciba-id1-ensure-request-object-missing-iat-fails',
  'fapi-ciba-id1-ensure-request-object-missing-nbf-fails',
  'fapi-ciba-id1-ensure-request-object-missing-jti-fails',
  'fapi-ciba-id1-ensure-request-object-bad-aud-fails',
  'fapi-ciba-id1-ensure-request-object-bad-iss-fails',
  'fapi-ciba-id1-ensure-request-object-expired-exp-fails',
  'fapi-ciba-id1-ensure-request-object-nbf-is-10-minutes-in-future-fails',
  'fapi-ciba-id1-ensure-request-object-signature-algorithm-is-none-fails',
  'fapi-ciba-id1-ensure-request-object-signature-algorithm-is-bad-fails',
  'fapi-ciba-id1-ensure-request-object-signed-by-other-client-fails',
  'fapi-ciba-id1-ensure-authorization-request-with-multiple-hints-fails',
  'fapi-ciba-id1-ensure-wrong-auth-req-id-in-token-endpoint-request',
  'fapi-ciba-id1-ensure-without-client-assertion-in-backchannel-authorization-request',
  'fapi-ciba-id1-ensure-without-client-assertion-in-token-endpoint-request',
  'fapi-ciba-id1-ensure-client-assertion-with-iss-aud-to-token-endpoint-succeeds',
  'fapi-ciba-id1-refresh-token',
];

const CODE_ALONE: readonly string[] = ['oidcc-idtoken-unsigned', 'oidcc-ensure-post-request-succeeds'];

const WITH_CODE: readonly string[] = [
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow',
  'oidcc-codereuse',
  'oidcc-codereuse-30seconds',
  'oidcc-server-client-secret-post',
  'oidcc-refresh-token',
  'oidcc-ensure-request-with-valid-pkce-succeeds',
];

const HYBRID: readonly string[] = [
  ...BASIC.filter((module) => !CODE_ALONE.includes(module)),
  'oidcc-ensure-request-without-nonce-fails',
];

const IMPLICIT: readonly string[] = HYBRID.filter((module) => !WITH_CODE.includes(module));

/** Modules by profile; the Form Post profiles repeat the modules of other profiles. */
export const PLANS: Readonly<Record<string, readonly string[]>> = {
  Config: [`oidcc-${DISCOVERY}`],
  Basic: BASIC,
  Implicit: IMPLICIT,
  Hybrid: HYBRID,
  'Form Post Basic': BASIC,
  'Form Post Implicit': IMPLICIT,
  'Form Post Hybrid': HYBRID,
  'RP-Initiated Logout': [
    `oidcc-rp-initiated-logout-${DISCOVERY}`,
    'oidcc-rp-initiated-logout',
    'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri',
    'oidcc-rp-initiated-logout-modified-id-token-hint',
    'oidcc-rp-initiated-logout-no-id-token-hint',
    'oidcc-rp-initiated-logout-no-params',
    'oidcc-rp-initiated-logout-no-post-logout-redirect-uri',
    'oidcc-rp-initiated-logout-no-state',
    'oidcc-rp-initiated-logout-only-state',
    'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri',
    'oidcc-rp-initiated-logout-bad-id-token-hint',
  ],
  'Session Management': [
    `oidcc-session-management-${DISCOVERY}`,
    'oidcc-session-management-rp-initiated-logout',
  ],
  'Front-Channel Logout': [
    `oidcc-frontchannel-logout-${DISCOVERY}`,
    'oidcc-frontchannel-rp-initiated-logout',
  ],
  CIBA,
  'Back-Channel Logout': [`oidcc-backchannel-logout-${DISCOVERY}`, 'oidcc-backchannel-rp-initiated-logout'],
};
