// Changes the signed tokens of a reply that has already been made, and signs them again.
import { hashHalf } from '#protocol/crypto/identifiers.ts';
import { type DecodedJws, decodeJws, type SigningKey, signJws } from '#protocol/crypto/jws.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { readAnswerPart } from './answer-parts.ts';

/**
 * Names of tokens in JSON and among the parameters for a client. Refresh tokens are left alone: only this server reads
 * them.
 */
const TOKEN_MEMBERS = ['access_token', 'token', 'id_token', 'response'] as const;

/** `body` is the token of an answer that is one (`application/jwt`). */
type TokenName = (typeof TOKEN_MEMBERS)[number] | 'body';

export const TOKEN_NAMES: readonly TokenName[] = [...TOKEN_MEMBERS, 'body'];

/** How a token is signed again. */
export interface NewToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly key: SigningKey;
  /** Keeps `at_hash` as it is given, even if it is wrong. */
  readonly keepsHash?: boolean;
}

/** The new form of a token; undefined keeps it. */
export type RewriteToken = (token: DecodedJws, name: TokenName) => Promise<NewToken | undefined>;

type Members = Readonly<Record<string, unknown>>;

function isJwtReply({ headers, body }: Reply): boolean {
  const type = headers?.['content-type'];
  return typeof type === 'string' && type.endsWith('jwt') && body !== undefined;
}

async function rewriteOne(
  text: unknown,
  name: TokenName,
  rewrite: RewriteToken,
  accessToken?: string,
): Promise<string | undefined> {
  const token = typeof text === 'string' ? decodeJws(text) : undefined;
  if (token === undefined) return undefined;
  const made = await rewrite(token, name);
  if (made === undefined) return undefined;
  const { alg = '' } = token.header;
  // An ID token contains a hash of the access token beside it, which must stay right (OIDC Core §3.1.3.6).
  const isBound =
    accessToken !== undefined && made.claims['at_hash'] !== undefined && made.keepsHash !== true;
  const claims = isBound ? { ...made.claims, at_hash: hashHalf(alg, accessToken) } : made.claims;
  return signJws(made.key, claims, made.header);
}

/** The members that changed, in an order in which an ID token comes after the access token that it hashes. */
async function rewriteMembers(members: Members, rewrite: RewriteToken): Promise<Members | undefined> {
  let changed: Members | undefined;
  // A registry's answer has the same token under two names.
  const known = new Map<unknown, string>();
  for (const name of TOKEN_MEMBERS) {
    const text = members[name];
    const accessToken = typeof changed?.['access_token'] === 'string' ? changed['access_token'] : undefined;
    const token = known.get(text) ?? (await rewriteOne(text, name, rewrite, accessToken));
    if (token === undefined) continue;
    known.set(text, token);
    changed = { ...changed, [name]: token };
  }
  return changed;
}

/** The reply with its tokens rewritten; undefined if it contains none that changed. Encrypted tokens stay. */
export async function rewriteTokens(reply: Reply, rewrite: RewriteToken): Promise<Reply | undefined> {
  if (isJwtReply(reply)) {
    const body = await rewriteOne(reply.body?.toString(), 'body', rewrite);
    return body === undefined ? undefined : { ...reply, body };
  }
  const part = readAnswerPart(reply);
  const changed = part === undefined ? undefined : await rewriteMembers(part.members, rewrite);
  return changed === undefined ? undefined : part?.write(changed);
}
