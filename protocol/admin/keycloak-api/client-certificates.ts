// Certificates of clients: the stored ones, new key pairs, and the description of a certificate.
import type { X509Certificate } from 'node:crypto';
import type { CertificateWire, ClientCertificateRepresentation } from '#protocol/contract/admin-api.ts';
import { createCertifiedKeyPair } from '#protocol/crypto/certified-key-pair.ts';
import { describeCertificate } from '#protocol/crypto/describe-certificate.ts';
import { CertificateError, certificateText, readCertificates } from '#protocol/crypto/read-certificates.ts';
import type { Exchange } from '#protocol/http/exchange.ts';
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

const READABLE = 'Certificate PEM';

/** Formats of uploads that Keycloak reads with Java's key stores. */
const KEY_STORES: readonly string[] = ['JKS', 'PKCS12', 'BCFKS'];

/** The first certificate of an uploaded file, as base64 of its DER. @throws {AdminError} 400 with the remedy. */
export function readUploadedCertificate({ form }: Pick<Exchange, 'form'>): string {
  const format = form.get('keystoreFormat') ?? READABLE;
  if (KEY_STORES.includes(format))
    throw invalid(
      `Understudy does not read key stores (${format}). Export the certificate as PEM with keytool -exportcert -rfc, and upload it with the format "${READABLE}"`,
    );
  if (format !== READABLE)
    throw invalid(
      `keystoreFormat must be "${READABLE}"; a public key or key set belongs in the client attribute jwks.string`,
    );
  const file = form.get('file');
  if (file === undefined) throw invalid('file is missing: upload a certificate as PEM');
  const [first] = parseCertificates(file);
  if (first === undefined) throw invalid('This is not an X.509 certificate: the file is empty');
  return certificateText(first);
}

/** Compat: a private key that belongs to another certificate is removed. */
async function upload(request: RealmRequest) {
  const prefix = readAttribute(request);
  findClient(request);
  const certificate = readUploadedCertificate(request.exchange);
  await updateClient(request, ({ attributes = {}, ...client }) => {
    const { [`${prefix}.private.key`]: _key, ...others } = attributes;
    return { ...client, attributes: { ...others, [`${prefix}.certificate`]: certificate } };
  });
  const body: ClientCertificateRepresentation = { certificate };
  return ok(body);
}

function parseCertificates(text: string): readonly X509Certificate[] {
  try {
    return readCertificates(text);
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    throw invalid(`This is not an X.509 certificate: ${error.reason}`);
  }
}

/** Describes each certificate of a PEM or base64 text. @throws {AdminError} 400 when it contains none. */
export function describeCertificates(text: string): readonly CertificateWire[] {
  return parseCertificates(text).map(describeCertificate);
}

const CERTIFICATE = '/clients/:client/certificates/:attribute';

export const CLIENT_CERTIFICATE_ROWS: readonly RealmRow[] = [
  viewRow(CERTIFICATE, ['view-clients', 'manage-clients'], read),
  changeRow('POST', `${CERTIFICATE}/generate`, MANAGE, 'Generate key pair of a client', generate),
  ...['upload', 'upload-certificate'].map(
    (way): RealmRow => ({
      ...changeRow('POST', `${CERTIFICATE}/${way}`, MANAGE, 'Upload certificate of a client', upload),
      body: 'upload',
    }),
  ),
];
