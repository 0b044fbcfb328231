// The table of exchanges that are never sent to the other server, and why.
import type { ActivityRecord } from '#protocol/contract/activity.ts';
import { decodeJws } from '#protocol/crypto/jws.ts';
import type { RealmAddress } from './addresses.ts';

interface Row {
  readonly why: string;
  readonly matches: (record: ActivityRecord, path: string, realm: RealmAddress) => boolean;
}

const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** RFC 9110 §9.2.1: methods that change nothing. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Bodies that Activity shows as something else than fields or JSON, and does not keep as they were sent. */
function hasOtherBody({ method, request }: ActivityRecord): boolean {
  const { headers, form, json, documents } = request;
  const length = headers.find(({ name }) => name === 'content-length')?.value ?? '0';
  // RFC 9112 §6: a body of unknown length is sent in chunks.
  const isChunked = headers.some(({ name }) => name === 'transfer-encoding') && documents.length > 0;
  if (WITHOUT_BODY.has(method) || form.length > 0) return false;
  return typeof json === 'string' || (json === undefined && (Number(length) > 0 || isChunked));
}

function parametersOf({ request }: ActivityRecord): readonly { name: string; value: string }[] {
  return [...request.query, ...request.form];
}

/** A JWT of the application that names this server as its audience. RFC 7523 §3. */
function isMadeForServer(text: string, realm: RealmAddress): boolean {
  const audience = decodeJws(text)?.claims['aud'];
  return [audience].flat().some((each) => typeof each === 'string' && realm.below(each) !== undefined);
}

/** RFC 7516 §7.1: a JWE in compact form. */
function isEncrypted(text: string): boolean {
  return /^[\w-]+(\.[\w-]*){4}$/.test(text);
}

const SIGNED_BY_APPLICATION: ReadonlySet<string> = new Set(['client_assertion', 'assertion', 'request']);

const ROWS: readonly Row[] = [
  {
    why: 'sent by the server itself',
    matches: ({ from }) => from === 'understudy',
  },
  {
    why: 'the answer of an authentication device, which belongs to one server',
    matches: ({ from }) => from === 'authentication-entity',
  },
  {
    why: 'was cut off and has no answer to compare with',
    matches: ({ status }) => status === 0,
  },
  {
    why: 'would change the clients of the other server',
    matches: (_record, path) => path.startsWith('/clients-registrations/'),
  },
  {
    why: 'would change the user on the other server',
    matches: ({ method }, path) =>
      !SAFE.has(method) &&
      /^\/(account|login-actions\/(required-action|registration|reset-credentials))(?![^/?])/.test(path),
  },
  {
    why: 'the user approves the request on the device of the other server',
    matches: ({ request, outcome }) =>
      outcome !== 'asked' &&
      request.form.some(
        ({ name, value }) => name === 'grant_type' && value === 'urn:openid:params:grant-type:ciba',
      ),
  },
  {
    why: 'contains a proof that the application made for this address only (DPoP)',
    matches: ({ request }) => request.headers.some(({ name }) => name === 'dpop'),
  },
  {
    why: 'contains a JWT that the application encrypted for this server only',
    matches: (record) =>
      parametersOf(record).some(({ name, value }) => SIGNED_BY_APPLICATION.has(name) && isEncrypted(value)),
  },
  {
    why: 'contains a JWT that the application made for this server only',
    matches: (record, _path, realm) =>
      parametersOf(record).some(
        ({ name, value }) => SIGNED_BY_APPLICATION.has(name) && isMadeForServer(value, realm),
      ),
  },
  {
    why: 'has a body that Activity does not keep as it was sent',
    matches: hasOtherBody,
  },
];

/** Why an exchange is not sent; undefined: it is. `path`: below the realm. */
export function whyNotReplayed(record: ActivityRecord, realm: RealmAddress): string | undefined {
  const path = realm.below(record.path);
  if (path === undefined) return 'is not part of a sign-in';
  return ROWS.find((row) => row.matches(record, path, realm))?.why;
}
