import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { OutgoingCall, OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { callResolutionService, type ResolutionCall } from './call-resolution-service.ts';
import { renderEnvelope } from './messages/soap.ts';

/** The network: what is sent, and answered with `text`. A refused answer is named as the calls do. */
function networkWith(text: string | undefined): { calls: Pick<OutgoingCalls, 'send'>; sent: OutgoingCall[] } {
  const sent: OutgoingCall[] = [];
  return {
    sent,
    calls: {
      async send(call) {
        sent.push(call);
        const failed = { outcome: 'failed', status: 0, body: '' } as const;
        if (text === undefined) return { ...failed, detail: 'could not be reached' };
        try {
          await call.readAnswer?.(text);
        } catch (error) {
          if (!(error instanceof SamlStatusError)) throw error;
          return { ...failed, detail: `answered 200: ${error.reason}` };
        }
        return { outcome: 'accepted', status: 200, detail: 'answered 200', body: text };
      },
    },
  };
}

const CALL: ResolutionCall<string> = {
  url: 'https://idp.test/ars',
  setting: 'config.x',
  clientId: 'idp',
  render: async () => '<question></question>',
  read: ({ name }) => name,
};

test('SAML Bindings §3.6.5: the request goes in an envelope, and the element of the answer is read', async () => {
  const { calls, sent } = networkWith(renderEnvelope({ body: '<answer></answer>' }));
  assert.deepEqual(await callResolutionService(calls, createTestExchange(), CALL), { found: 'answer' });
  const [call = assert.fail()] = sent;
  assert.equal(await call.body(), renderEnvelope({ body: '<question></question>' }));
  assert.equal(call.contentType, 'text/xml; charset=utf-8');
  assert.equal(call.soapAction, '"http://www.oasis-open.org/committees/security"');
});

for (const [name, text, detail] of [
  ['nothing', undefined, /^could not be reached$/],
  ['no envelope', '<answer/>', /not the Envelope of SOAP 1\.1$/],
  ['an empty envelope', renderEnvelope({ body: '' }), /0 elements instead of one$/],
  ['no XML', 'Not found', /cannot be read/],
] as const)
  test(`SAML Bindings §3.2.2: a service that sends ${name} gives a reason instead of a message`, async () => {
    const resolution = await callResolutionService(networkWith(text).calls, createTestExchange(), CALL);
    assert.match('detail' in resolution ? resolution.detail : '', detail);
  });
