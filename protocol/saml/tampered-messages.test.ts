import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { after, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import type { ActivityRecord } from '#protocol/contract/activity.ts';
import { SAML_ERRORS } from '#protocol/errors/saml-status-error.ts';
import { startSamlServer } from './testing/server.ts';
import { fileOf, listFiles, listSoundMessages, listTamperedMessages } from './testing/tampered-messages.ts';
import { CERTIFICATE, CONSUMER, ENDPOINT, ENTITY_ID } from './testing/tampering.ts';

const FOLDER = new URL('../../fixtures/saml/', import.meta.url);

const server = await startSamlServer({
  clients: [
    {
      clientId: ENTITY_ID,
      protocol: 'saml',
      redirectUris: [CONSUMER],
      adminUrl: CONSUMER,
      attributes: { 'saml.client.signature': 'true', 'saml.signing.certificate': CERTIFICATE },
    },
  ],
});
after(() => server.stop());

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly record: ActivityRecord;
}

/**
 * Sends a form, an envelope or only a path, with the host that the messages name instead of the test
 * server's.
 */
function send(path: string, content?: Readonly<Record<string, string>> | string): Promise<Answer> {
  const { host, pathname } = new URL(ENDPOINT);
  const isForm = typeof content === 'object';
  const body = isForm ? new URLSearchParams(content).toString() : (content ?? '');
  return new Promise((resolve, reject) => {
    const sent = request(
      `${server.baseUrl}${pathname}${path}`,
      {
        method: content === undefined ? 'GET' : 'POST',
        headers: { host, 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'text/xml' },
      },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, text, record: server.newest() });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function readFixture(file: string): string {
  return readFileSync(new URL(file, FOLDER), 'utf8');
}

/** Checks that text from a message appears on a page only if escaped. */
function checkPage(text: string): void {
  for (const trace of ['<saml', '<x>', 'root:']) assert.ok(!text.includes(trace), trace);
}

for (const message of await listTamperedMessages()) {
  const { name, about, parameter, code, reason, raw } = message;
  const { file } = fileOf(message);
  test(`${SAML_ERRORS[code].section}: ${file} is rejected: ${about || name}`, async () => {
    const content = readFixture(file);
    const { status, text, record } =
      raw === true
        ? await send(`?SAMLRequest=${encodeURIComponent(content)}`)
        : await send('', { [parameter]: Buffer.from(content).toString('base64') });
    assert.equal(status, 400, text);
    checkPage(text);
    assert.equal(record.outcome, 'refused');
    assert.equal(record.refusal?.code, code, record.refusal?.reason);
    assert.match(record.refusal?.reason ?? '', reason);
    assert.ok((record.refusal?.remedy ?? '') !== '', 'a remedy is named');
    assert.equal(record.decisions.at(-1)?.outcome, 'refused');
    if (raw !== true) assert.equal(record.request.documents.length, 1, 'Activity shows what came');
  });
}

/**
 * The same messages in an envelope. What is only allowed at the start of a document makes the envelope
 * unreadable.
 */
for (const message of await listTamperedMessages()) {
  const { code, reason, raw, parameter } = message;
  const { file } = fileOf(message);
  const isTried = code === 'invalid_token' || code === 'invalid_signature';
  if (raw === true || parameter !== 'SAMLRequest' || !isTried) continue;
  test(`SAML Bindings §3.2: ${file} is rejected in an envelope too`, async () => {
    const envelope = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${readFixture(file)}</soap:Body></soap:Envelope>`;
    const { status, text, record } = await send('', envelope);
    assert.equal(status, 500, text);
    checkPage(text);
    assert.equal(record.outcome, 'refused');
    assert.equal(record.refusal?.code, code, record.refusal?.reason);
    if (code === 'invalid_signature') assert.match(record.refusal?.reason ?? '', reason);
  });
}

test('SAML Bindings §3.5.4: a deflate bomb by POST stops at the same limit', async () => {
  const { status, record } = await send('', { SAMLRequest: readFixture('deflate-bomb.txt') });
  assert.equal(status, 400);
  assert.match(record.refusal?.reason ?? '', /unpacks to more than 1048576 bytes/);
});

test('SAML Core §5: the untampered messages are accepted', async () => {
  for (const [name, content] of Object.entries(await listSoundMessages())) {
    const { file } = fileOf({ name, about: '', content });
    const { status, text, record } = await send('', {
      SAMLRequest: Buffer.from(readFixture(file)).toString('base64'),
    });
    assert.ok([200, 302, 303].includes(status), `${file}: ${status} ${text}`);
    assert.equal(record.refusal, undefined);
  }
});

test('SAML Bindings §3.4.4.1: a redirect message signed only inside the XML is rejected', async () => {
  const content = deflateRawSync(readFixture('sound-authn-request.xml')).toString('base64');
  const { status, record } = await send(`?SAMLRequest=${encodeURIComponent(content)}`);
  assert.equal(status, 400);
  assert.equal(record.refusal?.code, 'invalid_signature');
  assert.match(record.refusal?.reason ?? '', /neither SigAlg nor Signature/);
});

test('SAML Core §1.3: no modified message causes an internal error', async () => {
  const sound = readFixture('sound-logout-request.xml');
  const put = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.constantFrom('<', '&', ']]>', ' ID=""'),
  );
  const binding = fc.constantFrom('post', 'redirect', 'soap');
  await fc.assert(
    fc.asyncProperty(fc.nat(sound.length), fc.nat(60), put, binding, async (at, length, piece, by) => {
      const xml = sound.slice(0, at) + piece + sound.slice(at + length);
      const packed = encodeURIComponent(deflateRawSync(xml).toString('base64'));
      const { status, record } = await (by === 'redirect'
        ? send(`?SAMLRequest=${packed}&SigAlg=x&Signature=${encodeURIComponent(piece)}`)
        : send('', by === 'soap' ? xml : { SAMLRequest: Buffer.from(xml).toString('base64') }));
      assert.notEqual(record.outcome, 'failed', `${status}: ${xml}`);
      if (status !== 200) assert.ok(record.refusal !== undefined, `${status}: ${xml}`);
    }),
    { numRuns: 150 },
  );
});

test('SAML Core §5: the fixture files match their descriptions, and there are no others', async () => {
  const files = await listFiles();
  for (const { file, text } of files)
    if (file.endsWith('.xml')) assert.equal(readFixture(file), text, `${file}: regenerate it`);
  const names = ['README.md', ...files.map(({ file }) => file)].sort();
  assert.deepEqual(readdirSync(FOLDER).sort(), names);
});
