// For tests: a stand-in that is asked directly, as the broker would.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { type ComposedTestServer, startComposedServer } from '#protocol/testing/composed-server.ts';

export const STATE = 'the-state';

type Values = Readonly<Record<string, string>>;

export interface AskedStandIn {
  readonly server: ComposedTestServer;
  /** The redirect URI of the realm. */
  readonly redirectUri: string;
  /** GET or, with fields, POST of the authorization endpoint; members of the query replace the usual ones. */
  authorize(query?: Values, fields?: Values): Promise<Response>;
  /** A code for the first person. */
  code(query?: Values, fields?: Values): Promise<string>;
  token(form: Values, headers?: Values): Promise<Response>;
  get(path: string, token?: string): Promise<Response>;
}

/** The JSON object of an answer. */
export async function jsonOf(answer: Response): Promise<Readonly<Record<string, unknown>>> {
  return (await answer.json()) as Readonly<Record<string, unknown>>;
}

/** A provider `idp` with the client `app` and its secret `app-secret`. */
export async function withStandIn(
  providerId: string,
  config: Values,
  run: (asked: AskedStandIn) => Promise<void>,
): Promise<void> {
  const provider = {
    alias: 'idp',
    providerId,
    config: { clientId: 'app', clientSecret: 'app-secret', ...config },
  };
  const realm: RealmRepresentation = {
    id: 'r-id',
    realm: 'r',
    enabled: true,
    identityProviders: [provider],
  };
  const server = await startComposedServer({ realms: [realm] });
  const root = `${server.baseUrl}/stand-ins/r/idp`;
  const redirectUri = `${server.baseUrl}/realms/r/broker/idp/endpoint`;
  const usual = {
    client_id: 'app',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: STATE,
  };
  const authorize: AskedStandIn['authorize'] = (query = {}, fields) =>
    fetch(`${root}/authorize?${new URLSearchParams({ ...usual, ...query })}`, {
      redirect: 'manual',
      ...(fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) }),
    });
  try {
    await run({
      server,
      redirectUri,
      authorize,
      async code(query, fields = { person: '0' }) {
        const answer = await authorize(query, fields);
        return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
      },
      token: (form, headers = {}) =>
        fetch(`${root}/token`, {
          method: 'POST',
          headers,
          body: new URLSearchParams({
            grant_type: 'authorization_code',
            redirect_uri: redirectUri,
            client_id: 'app',
            client_secret: 'app-secret',
            ...form,
          }),
        }),
      get: (path, token) =>
        fetch(
          `${root}/${path}`,
          token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
        ),
    });
  } finally {
    await server.stop();
  }
}
