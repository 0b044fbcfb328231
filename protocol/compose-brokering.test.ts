import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startComposedServer } from './testing/composed-server.ts';

test('the routes of other identity providers and of stand-ins are served', async () => {
  const { routes, stop } = await startComposedServer({});
  try {
    const paths = new Set(routes.map(({ method, path }) => `${method} ${path}`));
    for (const method of ['GET', 'POST'])
      for (const path of ['login', 'endpoint'])
        assert.ok(paths.has(`${method} /realms/:realm/broker/:alias/${path}`), path);
    assert.ok(paths.has('POST /stand-ins/:realm/:alias/token'));
  } finally {
    await stop();
  }
});
