// Protocol errors of SAML 2.0: one table of codes, one error class.
import type { FixWire } from '#protocol/contract/fixes.ts';
import type { Refusal } from './refusal.ts';
import { type Remedy, splitRemedy } from './remedy.ts';

/** A row: status for the service provider, text of the error page, Keycloak's message key for SOAP faults. */
interface SamlErrorRow {
  /** Second-level status code, the last part of its URN; undefined: only the top-level code is sent. */
  readonly secondLevel: string | undefined;
  /** Top-level status code, the last part of its URN. */
  readonly topLevel: 'Requester' | 'Responder' | 'VersionMismatch';
  readonly section: string;
  /** For the user, on an error page. */
  readonly text: string;
  /** `faultstring` of a SOAP fault. */
  readonly faultKey: string;
  /** Name of the rule in Activity. */
  readonly rule: string;
}

/** What a row does not say. */
const DEFAULTS = {
  topLevel: 'Requester',
  secondLevel: 'RequestDenied',
  text: 'Invalid Request',
  faultKey: 'invalidRequestMessage',
} as const;

const ROWS = {
  saml_token_not_found: {
    rule: 'find-message',
    section: 'SAML Bindings §3.4.4',
    secondLevel: 'RequestUnsupported',
  },
  invalid_token: { rule: 'parse-message', section: 'SAML Core §1.3', secondLevel: undefined },
  unsupported_version: {
    rule: 'check-version',
    section: 'SAML Core §4.1.3.1',
    topLevel: 'VersionMismatch',
    secondLevel: undefined,
  },
  ssl_required: {
    rule: 'check-https',
    section: 'SAML Bindings §3.1.2',
    text: 'HTTPS required',
    faultKey: 'httpsRequiredMessage',
  },
  realm_disabled: {
    rule: 'check-realm',
    section: 'SAML Core §3.2.2.2',
    topLevel: 'Responder',
    text: 'Realm not enabled',
    faultKey: 'realmNotEnabledMessage',
  },
  client_not_found: { rule: 'check-issuer', section: 'SAML Core §3.2.1' },
  client_disabled: {
    rule: 'check-client',
    section: 'SAML Core §3.2.2.2',
    text: 'Login requester not enabled',
    faultKey: 'loginRequesterNotEnabledMessage',
  },
  not_allowed: {
    rule: 'check-client',
    section: 'SAML Core §3.2.2.2',
    text: 'Client is not allowed to initiate browser login with given response_type. Standard flow is disabled for the client.',
    faultKey: 'standardFlowDisabledMessage',
  },
  ecp_not_allowed: {
    rule: 'check-client',
    section: 'SAML Profiles §4.2',
    text: 'Client is not allowed to use ECP profile.',
    // Compat: Keycloak's fault contains this text instead of a message key.
    faultKey: 'Client is not allowed to use ECP profile.',
  },
  invalid_client: {
    rule: 'check-client',
    section: 'SAML Core §3.2.1',
    text: 'Wrong client protocol.',
    faultKey: 'wrongClientProtocolMessage',
  },
  invalid_signature: {
    rule: 'check-signature',
    section: 'SAML Core §5',
    text: 'Invalid requester',
    faultKey: 'invalidRequesterMessage',
  },
  invalid_destination: { rule: 'check-destination', section: 'SAML Core §3.2.1', secondLevel: undefined },
  stale_request: { rule: 'check-issue-instant', section: 'SAML Core §3.2.1' },
  replayed_request: { rule: 'check-replay', section: 'SAML Core §3.2.1' },
  invalid_request: { rule: 'check-request', section: 'SAML Core §3.2.1', secondLevel: undefined },
  invalid_redirect_uri: {
    rule: 'check-assertion-consumer-service',
    section: 'SAML Profiles §4.1.4.1',
    text: 'Invalid redirect uri',
    faultKey: 'invalidRedirectUriMessage',
  },
  unsupported_nameid_format: {
    rule: 'check-name-id-policy',
    section: 'SAML Core §3.4.1.1',
    secondLevel: 'InvalidNameIDPolicy',
    text: 'Unsupported NameIDFormat',
    faultKey: 'unsupportedNameIdFormatMessage',
  },
  no_authn_context: {
    rule: 'check-authn-context',
    section: 'SAML Core §3.3.2.2.1',
    topLevel: 'Responder',
    secondLevel: 'NoAuthnContext',
    text: 'The requested authentication context cannot be satisfied.',
  },
  no_passive: {
    rule: 'find-session',
    section: 'SAML Core §3.4.1',
    topLevel: 'Responder',
    secondLevel: 'NoPassive',
    text: 'User interaction is required.',
    faultKey: 'noPassiveMessage',
  },
  request_denied: {
    rule: 'sign-in',
    section: 'SAML Core §3.2.2.2',
    topLevel: 'Responder',
    text: 'The request was denied.',
    faultKey: 'accessDeniedMessage',
  },
  authn_failed: {
    rule: 'sign-in',
    section: 'SAML Core §3.2.2.2',
    topLevel: 'Responder',
    secondLevel: 'AuthnFailed',
    text: 'Invalid username or password.',
    faultKey: 'invalidUserMessage',
  },
  unknown_principal: {
    rule: 'check-logout-subject',
    section: 'SAML Core §3.7.3.1',
    secondLevel: 'UnknownPrincipal',
  },
  logout_failed: {
    rule: 'check-logout-address',
    section: 'SAML Profiles §4.4.3.4',
    topLevel: 'Responder',
    secondLevel: undefined,
    text: 'Logout failed',
    faultKey: 'logoutFailedMessage',
  },
  processing_failed: {
    rule: 'make-response',
    section: 'SAML Core §3.2.2.2',
    topLevel: 'Responder',
    secondLevel: undefined,
    text: 'Failed to process response',
    faultKey: 'failedToProcessResponseMessage',
  },
} as const;
ROWS satisfies Record<string, Partial<SamlErrorRow> & Pick<SamlErrorRow, 'rule' | 'section'>>;

export type SamlErrorCode = keyof typeof ROWS;

/** Every reason for refusing a SAML message. SAML Core §3.2.2.2. */
export const SAML_ERRORS = Object.fromEntries(
  Object.entries(ROWS).map(([code, row]) => [code, { ...DEFAULTS, ...row }]),
) as Readonly<Record<SamlErrorCode, SamlErrorRow>>;

export interface SamlErrorDetails {
  /** In plain words, for Activity and the debug log only. */
  readonly reason: string;
  /** The setting and value that would accept the message; for Activity and the debug log only. */
  readonly remedy?: Remedy;
  /** For the user, when it differs from the table's text. */
  readonly description?: string;
  /** `StatusMessage` for the service provider; default: none. */
  readonly statusMessage?: string;
  /** When it differs from the table's. */
  readonly section?: string;
  readonly cause?: unknown;
}

/** Longest reason and remedy, in characters: both quote untrusted input. */
const MAX_TEXT_LENGTH = 1000;

/** Limits a text to one line of reasonable length. */
function shorten(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, ' ');
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH)}…` : line;
}

/** A refusal in SAML's terms. The endpoint sends it to a consumer service, as a page or as a SOAP fault. */
export class SamlStatusError extends Error implements Refusal {
  readonly code: SamlErrorCode;
  readonly description: string;
  readonly reason: string;
  readonly section: string;
  readonly remedy: string | undefined;
  readonly fix: FixWire | undefined;
  readonly statusMessage: string | undefined;

  constructor(code: SamlErrorCode, details: SamlErrorDetails) {
    const reason = shorten(details.reason);
    super(`${code}: ${reason}`, { cause: details.cause });
    this.name = 'SamlStatusError';
    this.code = code;
    this.description = details.description ?? SAML_ERRORS[code].text;
    this.reason = reason;
    this.section = details.section ?? SAML_ERRORS[code].section;
    const { remedy, fix } = splitRemedy(details.remedy);
    this.remedy = remedy === undefined ? undefined : shorten(remedy);
    this.fix = fix;
    this.statusMessage = details.statusMessage;
  }
}
