// Certificates of clients: the stored ones, new key pairs, and the description of a certificate.
import type { CertificateWire, ClientCertificateRepresentation } from '#protocol/contract/admin-api.ts';
import { createCertifiedKeyPair } from '#protocol/crypto/certified-key-pair.ts';
import { describeCertificate } from '#protocol/crypto/describe-certificate.ts';
import { CertificateError, readCertificates } from '#protocol/crypto/read-certificates.ts';
import { invalid, notFound } from '../admin-error.ts';
import { changeRow, ok, parameter, type RealmRequest, type RealmRow, viewRow } from '../admin-route.ts';
import { hasRoleOver } from '../administrator.ts';
import { mayActAsClient } from '../write-guard.ts';
import { findClient, updateClient } from './clients.ts';

const MANAGE = ['manage-clients'] as const;

/** Attributes with a client's key pairs, without the suffixes `.certificate` and `.private.key`. */
const ATTRIBUTES: readonly string[] = ['saml.signing', 'saml.encryption', 'jwt.credential'];

function readAttribute(request: RealmRequest): string {
  const attribute = parameter(request, 'attribute');
  if (ATTRIBUTES.includes(attribute)) return attribute;
  throw notFound(`Unknown certificate attribute; use one of: ${ATTRIBUTES.join(', ')}`);
}

async function read(request: RealmRequest) {
  const { attributes, clientId } = findClient(request);
  const prefix = readAttribute(request);
  const certificate = attributes[`${prefix}.certificate`];
  const { administrator, realm, store } = request;
  const isShown =
    hasRoleOver(administrator, realm.name, MANAGE) &&
    (await mayActAsClient(administrator, store.users, realm, clientId));
  const privateKey = isShown ? attributes[`${prefix}.private.key`] : undefined;
  const body: ClientCertificateRepresentation = {
    ...(certificate === undefined ? {} : { certificate }),
    ...(privateKey === undefined ? {} : { privateKey }),
  };
  return ok(body);
}

/** The private key is stored for installation files, and shown to callers who may change the client. */
async function generate(request: RealmRequest) {
  const prefix = readAttribute(request);
  const { clientId } = findClient(request);
  const now = request.clocks(request.realm.name).now();
  const pair = await createCertifiedKeyPair(clientId, now);
  await updateClient(request, (client) => ({
    ...client,
    attributes: {
      ...client.attributes,
      [`${prefix}.certificate`]: pair.certificate,
      [`${prefix}.private.key`]: pair.privateKey,
    },
  }));
  const body: ClientCertificateRepresentation = pair;
  return ok(body);
}

/** Describes each certificate of a PEM or base64 text. @throws {AdminError} 400 when it contains none. */
export function describeCertificates(text: string): readonly CertificateWire[] {
  try {
    return readCertificates(text).map(describeCertificate);
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    throw invalid(`This is not an X.509 certificate: ${error.reason}`);
  }
}

export const CLIENT_CERTIFICATE_ROWS: readonly RealmRow[] = [
  viewRow('/clients/:client/certificates/:attribute', ['view-clients', 'manage-clients'], read),
  changeRow(
    'POST',
    '/clients/:client/certificates/:attribute/generate',
    MANAGE,
    'Generate key pair of a client',
    generate,
  ),
];
