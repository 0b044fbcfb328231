// What a page says that posts its form to an application by itself.
import type { PostingTexts, RealmExchange } from '#protocol/http/exchange.ts';
import { textsOf } from './page-texts.ts';

export function postingTexts(
  exchange: RealmExchange,
  title: 'saml.post-form.title' | 'understudy.formPostTitle',
): PostingTexts {
  const { locale, direction, say } = textsOf(exchange);
  return {
    locale,
    direction,
    title: say(title),
    hint: say('saml.post-form.js-disabled'),
    button: say('doContinue'),
  };
}
