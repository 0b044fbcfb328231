import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { providerProblem } from '../provider-problem.ts';
import { asMessageProblem } from './message-problem.ts';

test('SAML Core §1.3: a fault of the message is an invalid response with reason and remedy', () => {
  const status = new SamlStatusError('invalid_token', { reason: 'No Envelope.', remedy: 'Send one.' });
  const { description, reason, remedy } = asMessageProblem(status);
  assert.equal(description, 'Invalid response from identity provider.');
  assert.deepEqual([reason, remedy], ['No Envelope.', 'Send one.']);
  assert.match(asMessageProblem(new XmlError('two Issuers')).reason, /cannot be read: .*two Issuers/);
});

test('Keycloak SAML brokering: a problem is reported as it is, and a defect is not reported as one of the message', () => {
  const problem = providerProblem('notSent', { reason: 'r', remedy: 'm', section: 's' });
  assert.equal(asMessageProblem(problem), problem);
  assert.throws(() => asMessageProblem(new TypeError('defect')), TypeError);
});
