// The key files of a service provider whose client requires signatures or encryption.

import { text } from '../../texts/text.ts';
import type { GuideFile, GuideValues } from '../guide.ts';

/** Key files and what must be known about them. */
export interface ServiceProviderKeys {
  readonly files: readonly GuideFile[];
  readonly notes: readonly string[];
  /** A command that creates the key pair if the realm has no private key. */
  readonly install: string | undefined;
}

function algorithmNotes({ saml }: GuideValues): readonly string[] {
  return saml.wantsEncryption && saml.hasRareEncryption ? [text('guides:keys.rare')] : [];
}

const CREATE =
  'openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=service-provider -keyout signing-key.pem -out signing.pem';

function signingKeys({ saml }: GuideValues): ServiceProviderKeys {
  if (!saml.signsRequests) return { files: [], notes: [], install: undefined };
  if (saml.signing === undefined) {
    return { files: [], notes: [text('guides:keys.signing')], install: CREATE };
  }
  const files = [
    { name: 'signing-key.pem', text: saml.signing.key },
    { name: 'signing.pem', text: saml.signing.certificate },
  ];
  return { files, notes: [], install: undefined };
}

function encryptionKeys({ saml }: GuideValues): Omit<ServiceProviderKeys, 'install'> {
  if (!saml.wantsEncryption) return { files: [], notes: [] };
  if (saml.encryption === undefined) {
    return { files: [], notes: [text('guides:keys.encryption')] };
  }
  const files = [
    { name: 'encryption-key.pem', text: saml.encryption.key },
    { name: 'encryption.pem', text: saml.encryption.certificate },
  ];
  return { files, notes: [] };
}

/** One key pair for both purposes, `signing-key.pem` and `signing.pem`, for programs that know no second one or always sign. */
export function singleKeyPair(values: GuideValues): ServiceProviderKeys {
  const { signsRequests, wantsEncryption, signing, encryption } = values.saml;
  if (!signsRequests && !wantsEncryption) return { files: [], notes: [], install: CREATE };
  const pair = signsRequests ? signing : encryption;
  const one = {
    ...values,
    saml: { ...values.saml, signsRequests: true, signing: pair, wantsEncryption: false },
  };
  const { files, notes, install } = signingKeys(one);
  const differ =
    signsRequests && wantsEncryption && signing?.certificate !== encryption?.certificate
      ? [text('guides:keys.same')]
      : [];
  return { files, notes: [...notes, ...differ, ...algorithmNotes(values)], install };
}

/** `signing-key.pem` and `signing.pem`, `encryption-key.pem` and `encryption.pem`, as far as they are needed. */
export function serviceProviderKeys(values: GuideValues): ServiceProviderKeys {
  const signing = signingKeys(values);
  const encryption = encryptionKeys(values);
  return {
    files: [...signing.files, ...encryption.files],
    notes: [...signing.notes, ...encryption.notes, ...algorithmNotes(values)],
    install: signing.install,
  };
}
