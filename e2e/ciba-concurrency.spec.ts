import { expect, test } from '@playwright/test';
import * as oidc from 'openid-client';
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import { createBindingMessage, discoverClient, pollAnswered, refusalOf } from './support/ciba.ts';
import { realmOf } from './support/kit.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

const REQUESTS = 200;
const CLIENTS = 4;
const USERS = ['alice', 'bob', 'carol'] as const;
const ANSWERS = ['approve', 'approve', 'deny', 'cancel'] as const;

let server: TestServer;
let idp: IdentityProvider;
const clients: oidc.Configuration[] = [];

test.beforeAll(async () => {
  server = await startServer();
  idp = await realmOf(server);
  for (let index = 0; index < CLIENTS; index += 1) {
    const clientId = `till-${index}`;
    const attributes = { 'oidc.ciba.grant.enabled': 'true', 'ciba.interval': '0' };
    await idp.client(clientId, { secret: `${clientId}-secret`, publicClient: false, attributes });
    clients.push(await discoverClient(server.url, clientId, oidc.ClientSecretPost(`${clientId}-secret`)));
  }
});
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

interface Asked {
  readonly clientIndex: number;
  readonly username: string;
  readonly answer: (typeof ANSWERS)[number];
  readonly message: string;
  readonly nonce: string;
  readonly request: oidc.BackchannelAuthenticationResponse;
}

function clientOf(clientIndex: number): oidc.Configuration {
  const client = clients[clientIndex];
  if (client === undefined) throw new Error(`no client ${clientIndex}`);
  return client;
}

async function ask(index: number): Promise<Asked> {
  const clientIndex = index % CLIENTS;
  const username = USERS[index % USERS.length] ?? USERS[0];
  const answer = ANSWERS[Math.floor(index / USERS.length) % ANSWERS.length] ?? ANSWERS[0];
  const [message, nonce] = [createBindingMessage(), `nonce-${index}`];
  const request = await oidc.initiateBackchannelAuthentication(clientOf(clientIndex), {
    scope: 'openid profile',
    login_hint: username,
    binding_message: message,
    nonce,
  });
  return { clientIndex, username, answer, message, nonce, request };
}

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

async function answer({ message, answer: given, clientIndex, username }: Asked): Promise<void> {
  const prompt = await idp.device[given]({ bindingMessage: message, wait: 0 });
  expect(prompt).toMatchObject({ clientId: `till-${clientIndex}`, username });
}

async function collect({ clientIndex, username, answer: given, nonce, request }: Asked): Promise<string> {
  const client = clientOf(clientIndex);
  if (given !== 'approve') {
    const { status, error } = await refusalOf(pollAnswered(client, request));
    expect({ status, error }).toEqual({ status: 400, error: 'access_denied' });
    return '';
  }
  const tokens = await pollAnswered(client, request);
  expect(tokens.claims()).toMatchObject({
    preferred_username: username,
    aud: `till-${clientIndex}`,
    nonce,
  });
  return tokens.access_token;
}

test(`${REQUESTS} simultaneous requests of several users and clients, answered in another order, each get their own answer`, async () => {
  const asked = await Promise.all(Array.from({ length: REQUESTS }, (_, index) => ask(index)));
  expect(new Set(asked.map(({ request }) => request.auth_req_id)).size).toBe(REQUESTS);
  expect((await idp.device.state()).pending).toHaveLength(REQUESTS);
  await Promise.all(shuffle(asked).map(answer));
  const given = await Promise.all(shuffle(asked).map(collect));
  const accessTokens = given.filter((accessToken) => accessToken !== '');
  const approved = asked.filter((one) => one.answer === 'approve');
  expect(new Set(accessTokens).size).toBe(approved.length);
  expect((await idp.device.state()).pending).toEqual([]);
});

test('of two simultaneous polls of one approved request, only one gets tokens', async () => {
  const client = clientOf(0);
  const asked = { ...(await ask(0)), answer: 'approve' as const };
  await answer(asked);
  const polls = await Promise.allSettled([
    pollAnswered(client, asked.request),
    pollAnswered(client, asked.request),
  ]);
  expect(polls.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('if two users answer one prompt at the same time, one learns that it is already answered', async () => {
  const asked = await ask(0);
  const { id } = await idp.device.prompt({ bindingMessage: asked.message, wait: 0 });
  const approve = () =>
    callAdmin(server.url, 'POST', `/emulator/v1/realms/demo/device/prompts/${id}`, { answer: 'approve' });
  const both = await Promise.all([approve(), approve()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await pollAnswered(clientOf(0), asked.request)).claims()?.['preferred_username']).toBe('alice');
});
