// For tests: an OpenID provider that is not ours, which answers as it is told and remembers what it was asked.
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signJws } from '#protocol/crypto/jws.ts';

export interface AskedOfPeer {
  readonly path: string;
  readonly form: URLSearchParams;
  readonly authorization: string | undefined;
}

/** What the peer answers; members replace the usual ones. */
export interface PeerAnswers {
  /** Claims of the ID token, made from the usual ones. */
  idToken?: (usual: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** The ID token itself, made from the signed one. */
  signed?: (token: string) => string;
  /** Claims of the access token, made from the usual ones of an ID token; without it, the access token is opaque. */
  accessToken?: (usual: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** The profile as a signed JWT, made from the usual one. */
  signedProfile?: (token: string) => string;
  token?: { readonly status: number; readonly body: string };
  userinfo?: { readonly status: number; readonly body: string };
}

export interface PeerProvider {
  readonly url: string;
  readonly config: Readonly<Record<string, string>>;
  readonly asked: AskedOfPeer[];
  readonly answers: PeerAnswers;
  /** The nonce of the next ID token. */
  nonce: string;
  stop(): Promise<void>;
}

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const KEY = { kid: 'peer-key', algorithm: 'ES256', key: privateKey };
const JWKS = {
  keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'peer-key', alg: 'ES256', use: 'sig' }],
};
const PROFILE = {
  sub: 'peer-1',
  preferred_username: 'pat',
  email: 'pat@peer.test',
  given_name: 'Pat',
  family_name: 'Peer',
};

/** The public key of ID tokens, as administrators paste it. */
export const PEER_KEY: string = publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** `now`: seconds on the realm's clock. */
export async function startPeer(now: () => number): Promise<PeerProvider> {
  const asked: AskedOfPeer[] = [];
  const answers: PeerAnswers = {};
  const usual = () => ({
    iss: peer.url,
    aud: 'app',
    sub: PROFILE.sub,
    iat: now(),
    exp: now() + 60,
    nonce: peer.nonce,
  });
  const answerToken = async () => {
    const claims = answers.idToken?.(usual()) ?? usual();
    const token = await signJws(KEY, claims);
    return JSON.stringify({
      access_token: answers.accessToken ? await signJws(KEY, answers.accessToken(usual())) : 'peer-access',
      token_type: 'Bearer',
      id_token: answers.signed?.(token) ?? token,
    });
  };
  const answerProfile = async () =>
    answers.signedProfile?.(await signJws(KEY, PROFILE)) ?? JSON.stringify(PROFILE);
  const bodyOf = (path: string): string | Promise<string> => {
    if (path === '/token') return answers.token?.body ?? answerToken();
    if (path === '/userinfo') return answers.userinfo?.body ?? answerProfile();
    return JSON.stringify(JWKS);
  };
  const statusOf = (path: string): number =>
    ({ '/token': answers.token, '/userinfo': answers.userinfo })[path]?.status ?? 200;
  const server = createServer(async (request, response) => {
    const { pathname: path } = new URL(request.url ?? '', 'http://peer');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    asked.push({ path, form, authorization: request.headers.authorization });
    const body = await bodyOf(path);
    response.writeHead(statusOf(path), { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const peer: PeerProvider = {
    url,
    config: {
      authorizationUrl: `${url}/auth`,
      tokenUrl: `${url}/token`,
      userInfoUrl: `${url}/userinfo`,
      jwksUrl: `${url}/certs`,
      useJwksUrl: 'true',
      validateSignature: 'true',
      issuer: url,
    },
    asked,
    answers,
    nonce: '',
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return peer;
}
