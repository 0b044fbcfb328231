import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flowMembers } from './flows.ts';

test('nested lists become flows, and settings become settings', () => {
  assert.deepEqual(flowMembers(['a ALTERNATIVE', ['b c CONDITIONAL', ['d REQUIRED x=1,y=2']]]), {
    browserFlow: 'mine',
    authenticationFlows: [
      {
        alias: 'b c',
        providerId: 'basic-flow',
        topLevel: false,
        authenticationExecutions: [
          { authenticator: 'd', requirement: 'REQUIRED', priority: 0, authenticatorConfig: 'settings 0' },
        ],
      },
      {
        alias: 'mine',
        providerId: 'basic-flow',
        topLevel: true,
        authenticationExecutions: [
          { authenticator: 'a', requirement: 'ALTERNATIVE', priority: 0 },
          { flowAlias: 'b c', authenticatorFlow: true, requirement: 'CONDITIONAL', priority: 1 },
        ],
      },
    ],
    authenticatorConfig: [{ alias: 'settings 0', config: { x: '1', y: '2' } }],
  });
});
