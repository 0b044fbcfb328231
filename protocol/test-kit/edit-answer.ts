// Changes a prepared answer as a test asked: status, headers, JSON, parameters, claims, assertion.
import type { AnswerEditWire, AssertionWire } from '#protocol/contract/holds.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { Reply, ReplyHeaders } from '#protocol/http/exchange.ts';
import { type AnswerPart, readAnswerPart } from './answer-parts.ts';
import { KitError } from './kit-error.ts';
import { rewriteTokens, TOKEN_NAMES } from './rewrite-tokens.ts';

export interface EditAnswerDeps {
  readonly keys: Pick<RealmKeys, 'signingKey'>;
  readonly realmName: string;
}

type Members = Readonly<Record<string, unknown>>;
type ApplyEdit = (reply: Reply, edit: AnswerEditWire, deps: EditAnswerDeps) => Promise<Reply> | Reply;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** RFC 7396 §2, for objects. */
function mergePatch(target: unknown, patch: Members): Members {
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, isObject(value) ? mergePatch(merged.get(name), value) : value);
  }
  return Object.fromEntries(merged);
}

function editHeaders(reply: Reply, { headers = {} }: AnswerEditWire): Reply {
  const changed: ReplyHeaders = { ...reply.headers };
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) delete changed[name.toLowerCase()];
    else changed[name.toLowerCase()] = value;
  }
  return { ...reply, headers: changed };
}

function requirePart(reply: Reply, kind: AnswerPart['kind']): AnswerPart {
  const part = readAnswerPart(reply);
  if (part?.kind === kind) return part;
  throw kind === 'json'
    ? new KitError(
        409,
        'The prepared answer has no JSON object as its body.',
        'Edit parameters if the browser takes the answer to the client, claims if it is a token, or status and headers.',
      )
    : new KitError(
        409,
        'The prepared answer is neither a redirect nor a form for a client.',
        'Edit json, claims, status or headers instead.',
      );
}

function editJson(reply: Reply, { json = {} }: AnswerEditWire): Reply {
  const { members, write } = requirePart(reply, 'json');
  const removed = Object.fromEntries(Object.keys(members).map((name) => [name, undefined]));
  return write({ ...removed, ...mergePatch(members, json) });
}

function editParameters(reply: Reply, { parameters = {} }: AnswerEditWire): Reply {
  const { write } = requirePart(reply, 'parameters');
  const changes = Object.entries(parameters).map(([name, value]) => [name, value ?? undefined] as const);
  return write(Object.fromEntries(changes));
}

async function editClaims(
  reply: Reply,
  { claims = {} }: AnswerEditWire,
  { keys, realmName }: EditAnswerDeps,
): Promise<Reply> {
  const left = new Set(Object.keys(claims));
  const changed = await rewriteTokens(reply, async (token, name) => {
    const { alg } = token.header;
    // The hash in an ID token must follow the access token, whether or not the ID token is edited, too.
    const patch =
      claims[name] ?? (name === 'id_token' && claims['access_token'] !== undefined ? {} : undefined);
    if (patch === undefined || alg === undefined || alg === 'none') return undefined;
    left.delete(name);
    // A copy, because headers are cached by key.
    const key = { ...(await keys.signingKey(realmName, alg)) };
    const keepsHash = Object.hasOwn(patch, 'at_hash');
    const header = { ...token.header, kid: key.kid };
    return { header, claims: mergePatch(token.claims, patch), key, keepsHash };
  });
  const [missing] = left;
  if (missing === undefined) return changed ?? reply;
  throw new KitError(
    409,
    `The prepared answer has no signed token "${missing}".`,
    `Name one of its tokens (${TOKEN_NAMES.join(', ')}). Encrypted and unsigned tokens cannot be edited: change the client's settings for them.`,
  );
}

const STATEMENT_MEMBERS = [
  'authnInstant',
  'sessionIndex',
  'sessionNotOnOrAfter',
  'authnContextClass',
] as const;

function findStatementMember(changes: AssertionWire, content: AssertionWire): string | undefined {
  if (content.sessionIndex !== undefined) return undefined;
  return STATEMENT_MEMBERS.find((name) => changes[name] !== undefined);
}

async function editAssertion(reply: Reply, { assertion: changes = {} }: AnswerEditWire): Promise<Reply> {
  const { assertion } = reply;
  if (assertion === undefined)
    throw new KitError(
      409,
      'The prepared answer has no assertion that can be edited.',
      'Hold the response of a successful SAML sign-in by redirect, POST or artifact: endpoint "saml".',
    );
  const member = findStatementMember(changes, assertion.content);
  if (member !== undefined)
    throw new KitError(
      409,
      `assertion.${member} is part of an authentication statement, which this assertion does not have.`,
      'Set attribute saml.authnstatement of the client to true.',
    );
  const edited = await assertion.edit(changes);
  const location = edited.headers?.['location'];
  const headers = { ...reply.headers, ...(location !== undefined && { location }) };
  const { body, postedForm, assertion: next } = edited;
  return {
    ...reply,
    headers,
    ...(body !== undefined && { body }),
    ...(postedForm && { postedForm }),
    ...(next && { assertion: next }),
  };
}

/** In the order in which they are applied: an edited assertion makes the message anew, so it comes first. */
const EDITS: readonly (readonly [keyof AnswerEditWire, ApplyEdit])[] = [
  ['assertion', editAssertion],
  ['claims', editClaims],
  ['json', editJson],
  ['parameters', editParameters],
  ['headers', editHeaders],
  ['status', (reply, { status = reply.status }) => ({ ...reply, status })],
];

/** What an edit changes, for Activity: `claims of id_token`. */
export function listEdited(edit: AnswerEditWire): readonly string[] {
  return EDITS.flatMap(([member]) => {
    const value = edit[member];
    if (value === undefined) return [];
    return isObject(value) ? [`${member} (${Object.keys(value).join(', ')})`] : [member];
  });
}

/** The answer with all changes of the edit. @throws {KitError} 409 if it does not have what is to be changed. */
export async function editAnswer(reply: Reply, edit: AnswerEditWire, deps: EditAnswerDeps): Promise<Reply> {
  let edited = reply;
  for (const [member, apply] of EDITS)
    if (edit[member] !== undefined) edited = await apply(edited, edit, deps);
  return edited;
}
