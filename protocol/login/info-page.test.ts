import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { renderInfoPage } from './info-page.ts';
import { messageOf } from './texts/message.ts';

test('an info page has status 200 and the ids that browser tests look for', () => {
  const reply = renderInfoPage(createTestExchange(), {
    title: messageOf('emailUpdatedTitle'),
    message: messageOf('emailUpdated', '<i>'),
    backTo: 'http://shop.test/',
  });
  assert.equal(reply.status, 200);
  assert.match(
    String(reply.body),
    /<div id="kc-info-message"><p class="instruction">The account email has been successfully updated to &lt;i&gt;\.<\/p>/,
  );
  assert.match(
    String(reply.body),
    /<a id="backToApplication" href="http:\/\/shop\.test\/">« Back to Application<\/a>/,
  );
});
