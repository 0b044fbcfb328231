// The status of a SAML answer: which codes a refusal has, and how a status is written.
import { SAML_ERRORS, type SamlErrorCode } from '#protocol/errors/saml-status-error.ts';
import { escapeAttribute, escapeText } from '#protocol/xml/write-xml.ts';
import { STATUS_PREFIX } from './xml-names.ts';

/** A status with full URNs. SAML Core §3.2.2. */
export interface SamlStatus {
  readonly topLevel: string;
  /** Undefined: the top-level code stands alone. */
  readonly secondLevel: string | undefined;
  /** `StatusMessage`; undefined: none. */
  readonly message: string | undefined;
}

/** Everything went well. */
export const SUCCESS: SamlStatus = {
  topLevel: `${STATUS_PREFIX}Success`,
  secondLevel: undefined,
  message: undefined,
};

/** Signed out, but not every participant could be told. SAML Core §3.7.3.2. */
export const PARTIAL_LOGOUT: SamlStatus = { ...SUCCESS, secondLevel: `${STATUS_PREFIX}PartialLogout` };

/** The status that a service provider gets for a refusal. */
export function statusOf(error: {
  readonly code: SamlErrorCode;
  readonly statusMessage: string | undefined;
}): SamlStatus {
  const { topLevel, secondLevel } = SAML_ERRORS[error.code];
  return {
    topLevel: STATUS_PREFIX + topLevel,
    secondLevel: secondLevel === undefined ? undefined : STATUS_PREFIX + secondLevel,
    message: error.statusMessage,
  };
}

/** `samlp:Status` in exclusive canonical form, for a place where the prefix `samlp` is declared. SAML Core §3.2.2.1. */
export function renderStatus({ topLevel, secondLevel, message }: SamlStatus): string {
  const nested =
    secondLevel === undefined
      ? ''
      : `<samlp:StatusCode Value="${escapeAttribute(secondLevel)}"></samlp:StatusCode>`;
  const text =
    message === undefined ? '' : `<samlp:StatusMessage>${escapeText(message)}</samlp:StatusMessage>`;
  return `<samlp:Status><samlp:StatusCode Value="${escapeAttribute(topLevel)}">${nested}</samlp:StatusCode>${text}</samlp:Status>`;
}
