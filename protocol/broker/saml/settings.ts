// The settings of an identity provider of type `saml`, and the addresses of this server that depend on it.
import { CANONICALIZATIONS, findXmlSignature, XmlSignatureError } from '#protocol/crypto/xml-signature.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import type { SignatureSettings } from '#protocol/saml/signer.ts';
import { providerProblem } from '../provider-problem.ts';

type Base = Pick<RealmExchange, 'baseUrl' | 'realm'>;

/** Whether a switch is on; absent: off. */
export function isOn({ config }: IdentityProvider, name: string): boolean {
  return config[name] === 'true';
}

/** The entity ID of this server for the provider. Compat: the realm's issuer, unless the settings have another. */
export function ownEntityId(base: Base, { config }: IdentityProvider): string {
  return config['entityId'] ?? issuerOf(base);
}

/** Whether people are identified by the NameID, as `principalType` says; otherwise by an attribute. */
export function isPrincipalNameId({ config }: IdentityProvider): boolean {
  const { principalType } = config;
  return principalType !== 'ATTRIBUTE' && principalType !== 'FRIENDLY_ATTRIBUTE';
}

/** `allowedClockSkew`, in milliseconds; default 0. */
export function skewMsOf({ config }: IdentityProvider): number {
  const seconds = Number(config['allowedClockSkew'] ?? '0');
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
}

/** How messages to the provider are signed. @throws {OAuthError} for an unsupported `signatureAlgorithm`. */
export function signatureSettingsOf({ alias, config }: IdentityProvider): SignatureSettings {
  const name = config['xmlSigKeyInfoKeyNameTransformer'];
  try {
    return {
      algorithm: findXmlSignature(config['signatureAlgorithm'] ?? 'RSA_SHA256'),
      canonicalization: CANONICALIZATIONS.exclusive,
      keyName: name === 'NONE' || name === 'CERT_SUBJECT' ? name : 'KEY_ID',
    };
  } catch (error) {
    if (!(error instanceof XmlSignatureError)) throw error;
    throw providerProblem('notSent', {
      reason: `config.signatureAlgorithm of identity provider ${alias} cannot be used: ${error.reason}.`,
      remedy: `Set config.signatureAlgorithm of identity provider ${alias} to RSA_SHA256.`,
      section: 'SAML Core §5.4',
    });
  }
}
