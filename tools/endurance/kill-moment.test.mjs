// Tests of the moments at which servers are killed.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { drawKillMoment, hasLeftDraft, waitForKillMoment } from './kill-moment.mjs';
import { createRandom } from './random.mjs';

function createFolder(context) {
  const folder = mkdtempSync(join(tmpdir(), 'kill-moment-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('of a thousand kills, about fifty hit the pages, about a hundred come later, the others early', () => {
  const moments = Array.from({ length: 1000 }, (_, round) => drawKillMoment(createRandom(`7:${round}`)));
  const atPages = moments.filter((moment) => moment.atPages).length;
  const later = moments.filter((moment) => !moment.atPages && moment.ms > 400).length;
  assert.ok(atPages > 25 && atPages < 80, `${atPages}`);
  assert.ok(later > 35 && later < 110, `${later}`);
  assert.deepEqual(drawKillMoment(createRandom('7:3')), drawKillMoment(createRandom('7:3')));
});

test('a kill at pages waits for a journal that appears, not for one that is written to', async (context) => {
  const folder = createFolder(context);
  const old = join(folder, 'sessions-000000.journal');
  writeFileSync(old, '');
  const waiting = waitForKillMoment({ atPages: true, ms: 0 }, folder).then(() => 'killed');
  const passed = (ms) => new Promise((done) => setTimeout(() => done('waits'), ms));
  await passed(2200);
  writeFileSync(old, 'a line');
  assert.equal(await Promise.race([waiting, passed(100)]), 'waits');
  writeFileSync(join(folder, 'sessions-000001.journal'), '');
  assert.equal(await Promise.race([waiting, passed(1000)]), 'killed');
});

test('a draft of a page shows that the kill hit its writing, unless it is from an earlier round', (context) => {
  const folder = createFolder(context);
  mkdirSync(join(folder, 'sessions'));
  assert.equal(hasLeftDraft(folder, 0), false);
  writeFileSync(join(folder, 'sessions', '000000.json'), '[]');
  assert.equal(hasLeftDraft(folder, 0), false);
  writeFileSync(join(folder, 'sessions', '000000.json.tmp'), '[');
  assert.equal(hasLeftDraft(folder, 0), true);
  assert.equal(hasLeftDraft(folder, Date.now() + 1000), false);
});
