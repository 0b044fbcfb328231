import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { postingTexts } from './posting-texts.ts';

test('issue 18 "Languages": a page that posts a form has texts in the language of the person', () => {
  const realm = { internationalizationEnabled: true, supportedLocales: ['en', 'ar'] };
  assert.deepEqual(
    postingTexts(createTestExchange({ realm, query: 'kc_locale=ar' }), 'saml.post-form.title'),
    {
      locale: 'ar',
      direction: 'rtl',
      title: 'إعادة التوجيه إلى التطبيق',
      hint: 'جافا سكريبت معطّلة في هذا المتصفح. اضغط الزر للمتابعة.',
      button: 'متابعة',
    },
  );
});

test('localizationTexts: the realm’s own texts come first', () => {
  const realm = { localizationTexts: { en: { 'understudy.formPostTitle': 'One moment' } } };
  assert.equal(postingTexts(createTestExchange({ realm }), 'understudy.formPostTitle').title, 'One moment');
});
