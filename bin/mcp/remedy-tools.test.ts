import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAgent } from './testing/agent.ts';

const agent = await startAgent();
after(() => agent.server.stop());

const OTHER = 'http://127.0.0.1:3000/other';
const WRONG_URI = `/auth?${new URLSearchParams({ client_id: 'web', response_type: 'code', redirect_uri: OTHER, scope: 'openid' })}`;

interface Refusal {
  readonly exchange: string;
  readonly canApplyRemedy: boolean;
}

/** The last refusal. */
async function refuse(path: string, form?: Readonly<Record<string, string>>): Promise<Refusal> {
  await agent.send(path, form);
  const { refusals } = await agent.json<{ refusals: Refusal[] }>('list_refusals', {
    realm: 'shop',
    limit: 1,
  });
  return refusals[0] ?? assert.fail('nothing was refused');
}

const { exchange } = await refuse(WRONG_URI);
const withoutFix = await refuse('/token', { grant_type: 'odd', client_id: 'web' });

async function redirectUris(): Promise<readonly string[] | undefined> {
  const [web] = await agent.json<{ redirectUris: string[] }[]>('list_clients', {
    realm: 'shop',
    search: 'web',
  });
  return web?.redirectUris;
}

const REFUSED: readonly (readonly [string, string, Record<string, unknown>, RegExp])[] = [
  ['apply_remedy needs an exchange', 'apply_remedy', { realm: 'shop' }, /exchange/],
  [
    'apply_remedy refuses an unknown exchange',
    'apply_remedy',
    { realm: 'shop', exchange: 'none', confirm: true },
    /exchange/i,
  ],
  [
    'apply_remedy refuses an exchange of another realm',
    'apply_remedy',
    { realm: 'master', exchange, confirm: true },
    /exchange/i,
  ],
  [
    'apply_remedy refuses an unknown realm',
    'apply_remedy',
    { realm: 'x', exchange, confirm: true },
    /no realm x/,
  ],
  [
    'apply_remedy refuses a state that no longer fits',
    'apply_remedy',
    { realm: 'shop', exchange, confirm: true, state: 'old' },
    /changed/,
  ],
  [
    'apply_remedy refuses a confirmation that is no truth value',
    'apply_remedy',
    { realm: 'shop', exchange, confirm: 'yes' },
    /confirm/,
  ],
  [
    'apply_remedy refuses a value that a preview does not use',
    'apply_remedy',
    { realm: 'shop', exchange, password: 'x' },
    /password is used only with confirm: true/,
  ],
  ['undo_remedy refuses an unknown id', 'undo_remedy', { realm: 'shop', id: 'none' }, /no such fix|undone/i],
  [
    'apply_remedy refuses a refusal that no setting accepts',
    'apply_remedy',
    { realm: 'shop', exchange: withoutFix.exchange },
    /no single setting of the realm would accept/,
  ],
];

for (const [requirement, tool, args, text] of REFUSED)
  test(requirement, async () => {
    const answered = await agent.call(tool, args);
    assert.equal(answered.isError, true, answered.text);
    assert.match(answered.text, text);
  });

test('no refused call has changed the client', async () =>
  assert.deepEqual(await redirectUris(), ['http://127.0.0.1:3000/callback']));

test('list_refusals tells which remedy can be applied', async () => {
  assert.equal(withoutFix.canApplyRemedy, false);
  assert.equal((await refuse(WRONG_URI)).canApplyRemedy, true);
});

test('apply_remedy shows a preview and changes nothing until it is confirmed; undo_remedy restores it', async () => {
  const preview = await agent.json<{ applied: boolean; state: string; changes: { after: unknown }[] }>(
    'apply_remedy',
    {
      realm: 'shop',
      exchange,
    },
  );
  assert.equal(preview.applied, false);
  assert.deepEqual(preview.changes[0]?.after, ['http://127.0.0.1:3000/callback', OTHER]);
  assert.equal((await redirectUris())?.length, 1);
  assert.equal(await agent.send(WRONG_URI), 400);

  const confirmed = { realm: 'shop', exchange, confirm: true, state: preview.state };
  const { applied, id } = await agent.json<{ applied: boolean; id: string }>('apply_remedy', confirmed);
  assert.equal(applied, true);
  assert.deepEqual(await redirectUris(), ['http://127.0.0.1:3000/callback', OTHER]);
  assert.equal(await agent.send(WRONG_URI), 200);
  assert.equal((await agent.call('apply_remedy', confirmed)).isError, true);

  assert.deepEqual(await agent.json('undo_remedy', { realm: 'shop', id }), { undone: true });
  assert.equal(await agent.send(WRONG_URI), 400);
  assert.equal((await agent.call('undo_remedy', { realm: 'shop', id })).isError, true);
});
