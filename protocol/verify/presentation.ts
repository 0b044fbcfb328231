// What a request presents to the other server in place of what was recorded: artifacts, addresses and secrets.
import type { ActivityRecord, ActivityValue } from '#protocol/contract/activity.ts';
import { readBasicCredentials } from '#protocol/http/basic-credentials.ts';
import { decodeLeniently, MASK } from '#protocol/http/masking.ts';
import { escapeAttribute } from '#protocol/xml/write-xml.ts';
import { REALM_MARK, type RealmAddress } from './addresses.ts';
import { type Artifacts, isIssued } from './artifacts.ts';
import type { Credentials } from './credentials.ts';
import { isSamlParameter, isSignedXml, readSamlParameter, writeSamlParameter } from './saml-message.ts';

/** The request cannot be made; the message says why, after the name of the exchange. */
export class MissingArtifact extends Error {
  override readonly name: string = 'MissingArtifact';
}

export interface RequestDeps {
  readonly here: RealmAddress;
  readonly there: RealmAddress;
  readonly artifacts: Artifacts;
  readonly credentials: Credentials;
}

export type Pairs = readonly (readonly [name: string, value: string])[];

export interface Presentation {
  /** Query or form, with what the other server issued. @throws {MissingArtifact} */
  parameters(values: readonly ActivityValue[], record: ActivityRecord): Pairs;
  /** The Authorization header; undefined: there is none. @throws {MissingArtifact} */
  authorization(record: ActivityRecord): string | undefined;
  /** The fields of a form of the user, with the passwords and codes of the other server. @throws {MissingArtifact} */
  typed(pairs: Pairs, record: ActivityRecord): Pairs;
}

/** Parameters under which a client presents a token. RFC 7009 §2.1, RFC 8693 §2.1. */
const ISSUED_TO_CLIENTS: ReadonlySet<string> = new Set(['actor_token', 'id_token_hint', 'subject_token']);

/** Parameters in which a user types a user code. RFC 8628 §3.3. */
const USER_CODES: ReadonlySet<string> = new Set(['device_user_code', 'user_code']);

/** Refusals after the client has proved who it is, which Keycloak also answers with 401. */
const AFTER_CLIENT: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_request']);
/** Refusals of a user's password. */
const OF_PASSWORD: ReadonlySet<string> = new Set(['access_denied', 'invalid_grant']);

/** Whether a wrong client secret was sent, which stays what it is. RFC 6749 §5.2. */
function isClientRefused({ status, refusal }: ActivityRecord): boolean {
  return status === 401 && !AFTER_CLIENT.has(refusal?.code ?? '');
}

/** Whether a wrong password may have been sent, which stays what it is. */
function isPasswordRefused({ outcome, refusal }: ActivityRecord): boolean {
  return outcome === 'refused' && (refusal === undefined || OF_PASSWORD.has(refusal.code));
}

/** RFC 7662 §2.2, RFC 7009 §2.2: a token that no server knows is no error. */
function isInactive({ response }: ActivityRecord): boolean {
  const { json } = response;
  return typeof json === 'object' && json !== null && 'active' in json && json.active === false;
}

/** Whether it was no code or token of the server; one that was accepted but not enough is (RFC 6750 §3.1). */
function isNotAccepted(record: ActivityRecord): boolean {
  const { outcome, status } = record;
  return isInactive(record) || outcome === 'failed' || (outcome === 'refused' && status !== 403);
}

/** A user code as it was issued, whatever the user typed. RFC 8628 §6.1. */
function listUserCodes(typed: string): readonly string[] {
  const letters = typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const half = Math.ceil(letters.length / 2);
  return [typed, letters, `${letters.slice(0, half)}-${letters.slice(half)}`];
}

/**
 * The value, unless another server on the same database has masked it, because servers do not tell each other passwords.
 * @throws {MissingArtifact}
 */
function known(name: string, value: string, user: string): string {
  if (value !== MASK) return value;
  const keeps = `another server on the same database keeps its ${name} to itself`;
  throw new MissingArtifact(
    name === 'password' ? `${keeps}; give the password of ${user} with --credentials` : keeps,
  );
}

export function createPresentation({ here, there, artifacts, credentials }: RequestDeps): Presentation {
  /** @throws {MissingArtifact} when it was issued to a recorded request that the other server has not seen. */
  function presented(name: string, value: string, record: ActivityRecord): string {
    const values = USER_CODES.has(name) ? listUserCodes(value) : [value];
    const found = values.map(artifacts.find).find((each) => each !== undefined);
    if (found !== undefined) return found;
    if (values.some(artifacts.isKnown))
      throw new MissingArtifact(`needs a ${name} that the other server did not issue`);
    if (value === '' || isNotAccepted(record)) return value;
    throw new MissingArtifact(`needs a ${name} from before the recording began`);
  }

  function translate({ name, value }: ActivityValue, record: ActivityRecord, all: Pairs): string {
    if (ISSUED_TO_CLIENTS.has(name) || USER_CODES.has(name) || isIssued(name))
      return presented(name, value, record);
    if (isSamlParameter(name)) return readdress(name, value, all);
    const below = here.below(value);
    if (below === undefined) return artifacts.find(value) ?? value;
    return `${value.startsWith('/') ? there.path : there.url}${below}`;
  }

  /** SAML Core §3.2.1: a request names the address that it is for. */
  function readdress(name: string, value: string, all: Pairs): string {
    const message = readSamlParameter(value);
    if (message === undefined) return value;
    const marked = here.mark(message.xml);
    if (marked === message.xml) return value;
    if (isSignedXml(message.xml) || all.some(([each]) => each === 'Signature'))
      throw new MissingArtifact(`contains a ${name} that the application signed for this address only`);
    return writeSamlParameter({ ...message, xml: marked.replaceAll(REALM_MARK, escapeAttribute(there.url)) });
  }

  /** Fields with the passwords and secrets of the other server. */
  function withPasswords(pairs: Pairs, record: ActivityRecord): Pairs {
    const values = new Map(pairs);
    const client = values.get('client_id') ?? record.clientId ?? '';
    const user = values.get('username') ?? record.username ?? '';
    const isWrong = isPasswordRefused(record);
    return pairs.map(([name, value]) => {
      if (name === 'client_secret' && !isClientRefused(record))
        return [name, credentials.clients.get(client) ?? value] as const;
      if (isWrong) return [name, value] as const;
      const other = name === 'password' ? credentials.users.get(user) : undefined;
      return [name, other ?? known(name, value, user)] as const;
    });
  }

  function authorization(record: ActivityRecord): string | undefined {
    const header = record.request.headers.find(({ name }) => name === 'authorization')?.value;
    const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(header ?? '') ?? [];
    if (scheme.toLowerCase() === 'basic' && value === MASK)
      throw new MissingArtifact('another server on the same database keeps its Basic credentials to itself');
    if (scheme.toLowerCase() === 'basic') return withOtherSecret(header ?? '', record);
    if (header === undefined || scheme === '') return header;
    return `${scheme} ${presented('token', value, record)}`;
  }

  function withOtherSecret(header: string, record: ActivityRecord): string {
    const given = readBasicCredentials(header);
    if (given === undefined || isClientRefused(record)) return header;
    const { username } = given;
    const secret = credentials.clients.get(decodeLeniently(username));
    // RFC 6749 §2.3.1: a client's name and secret are form-encoded; a user's are not.
    const other = secret === undefined ? credentials.users.get(username) : encodeURIComponent(secret);
    return other === undefined ? header : `Basic ${Buffer.from(`${username}:${other}`).toString('base64')}`;
  }

  return {
    parameters(values, record) {
      const plain = values.map(({ name, value }) => [name, value] as const);
      const translated = values.map((each) => [each.name, translate(each, record, plain)] as const);
      return withPasswords(translated, record);
    },
    authorization,
    typed(pairs, record) {
      const values = pairs.map(
        ([name, value]) => [name, USER_CODES.has(name) ? presented(name, value, record) : value] as const,
      );
      return withPasswords(values, record);
    },
  };
}
