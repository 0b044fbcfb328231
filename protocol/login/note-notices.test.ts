import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteNotices } from './note-notices.ts';

test('a client that accepted is recorded as a pass, any other as a note', () => {
  const lines: string[] = [];
  const activity = {
    recordPass: (rule: string, detail: string) => void lines.push(`passed ${rule}: ${detail}`),
    recordNote: (rule: string, detail: string) => void lines.push(`noted ${rule}: ${detail}`),
  };
  noteNotices(activity, [
    { clientId: 'shop', outcome: 'accepted', detail: 'answered 200', section: '§1' },
    { clientId: 'desk', outcome: 'pending', detail: 'has not answered yet', section: '§1' },
  ]);
  assert.deepEqual(lines, [
    'passed notify-client: shop answered 200',
    'noted notify-client: desk has not answered yet',
  ]);
});
