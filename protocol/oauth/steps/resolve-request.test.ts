import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnsecuredJWT } from 'jose';
import { CALLBACK, WEB } from '../testing/realm.ts';
import { refusalOf, withOAuthServer } from '../testing/server.ts';

const INSIDE = { client_id: 'web', response_type: 'code', redirect_uri: CALLBACK, scope: 'openid' };
const request = new UnsecuredJWT(INSIDE).encode();

test('OIDC Core §6: request and request_uri are mutually exclusive', async () => {
  await withOAuthServer(async (server) => {
    const refused = await refusalOf(server, { request, request_uri: 'https://x.test/' });
    assert.deepEqual(
      [refused.destination, refused.status, refused.description, refused.rule],
      ['page', 400, 'Invalid Request', 'resolve-request'],
    );
  });
});

const REQUIRED: Readonly<Record<string, { accepted: readonly string[]; refused: readonly string[] }>> = {
  'not required': { accepted: ['request', 'itself', 'pushed'], refused: [] },
  '': { accepted: ['request', 'itself', 'pushed'], refused: [] },
  'request or request_uri': { accepted: ['request', 'pushed'], refused: ['itself'] },
  'request only': { accepted: ['request'], refused: ['itself'] },
  'request_uri only': { accepted: ['pushed'], refused: ['itself', 'request'] },
};

for (const [required, { accepted, refused }] of Object.entries(REQUIRED)) {
  test(`OIDC Core §6: request.object.required "${required}" accepts ${accepted.join(', ')} and refuses ${refused.join(', ') || 'nothing'}`, async () => {
    await withOAuthServer(async (server) => {
      await server.changeClient('web', { attributes: { 'request.object.required': required } });
      const changes = async (source: string): Promise<Readonly<Record<string, string>>> => {
        if (source === 'request') return { request };
        if (source === 'itself') return {};
        const { body } = await server.post('ext/par/request', { ...WEB, ...INSIDE });
        return { request_uri: String(body['request_uri']) };
      };
      for (const source of accepted)
        assert.equal((await server.authorize(server.browser(), await changes(source))).status, 200, source);
      for (const source of refused) {
        const refusal = await refusalOf(server, await changes(source));
        assert.match(refusal.remedy ?? '', /request\.object\.required of client web/, source);
      }
    });
  });
}

for (const name of ['request', 'request_uri']) {
  test(`RFC 6749 §3.1: a repeated ${name} is refused`, async () => {
    await withOAuthServer(async (server) => {
      const query = new URLSearchParams({ ...INSIDE, [name]: request });
      query.append(name, request);
      const { status, summary } = await server.send(`auth?${query}`);
      assert.deepEqual([status, summary?.refusal?.reason], [400, `${name} was sent more than once.`]);
    });
  });
}

test('RFC 9126 §3: a client that must send request objects may push one, and nothing else', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', { attributes: { 'request.object.required': 'request only' } });
    const bare = await server.post('ext/par/request', { ...WEB, ...INSIDE });
    assert.deepEqual([bare.status, bare.body['error']], [400, 'invalid_request_object']);
    const { status, body } = await server.post('ext/par/request', { ...WEB, request });
    assert.equal(status, 201);
    const changes = { request_uri: String(body['request_uri']) };
    assert.equal((await server.authorize(server.browser(), changes)).status, 200);
  });
});
