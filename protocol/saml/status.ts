// The status of a SAML response: its codes and how it is rendered.
import { SAML_ERRORS, type SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { escapeAttribute, escapeText } from '#protocol/xml/write-xml.ts';
import { STATUS_PREFIX } from './xml-names.ts';

/** A status with full URNs. SAML Core §3.2.2. */
export interface SamlStatus {
  readonly topLevel: string;
  readonly secondLevel: string | undefined;
  /** `StatusMessage`. */
  readonly message: string | undefined;
}

export const SUCCESS: SamlStatus = {
  topLevel: `${STATUS_PREFIX}Success`,
  secondLevel: undefined,
  message: undefined,
};

/** Signed out, but not all participants were notified. SAML Core §3.7.3.2. */
export const PARTIAL_LOGOUT: SamlStatus = { ...SUCCESS, secondLevel: `${STATUS_PREFIX}PartialLogout` };

/** The status that reports an error to a service provider. */
export function statusOf(error: Pick<SamlStatusError, 'code' | 'statusMessage'>): SamlStatus {
  const { topLevel, secondLevel } = SAML_ERRORS[error.code];
  return {
    topLevel: STATUS_PREFIX + topLevel,
    secondLevel: secondLevel === undefined ? undefined : STATUS_PREFIX + secondLevel,
    message: error.statusMessage,
  };
}

/** `samlp:Status` in exclusive canonical form; the prefix must be declared outside. SAML Core §3.2.2.1. */
export function renderStatus({ topLevel, secondLevel, message }: SamlStatus): string {
  const nested =
    secondLevel === undefined
      ? ''
      : `<samlp:StatusCode Value="${escapeAttribute(secondLevel)}"></samlp:StatusCode>`;
  const text =
    message === undefined ? '' : `<samlp:StatusMessage>${escapeText(message)}</samlp:StatusMessage>`;
  return `<samlp:Status><samlp:StatusCode Value="${escapeAttribute(topLevel)}">${nested}</samlp:StatusCode>${text}</samlp:Status>`;
}
