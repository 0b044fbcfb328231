// For tests: the way of a browser through a SAML stand-in, whose answers are posted.
import type { TestPage } from '#protocol/login/testing/browser.ts';
import type { LoginBrowser } from '#protocol/login/testing/login-browser.ts';
import { buttonOf, standInAction } from '../../testing/brokering.ts';

const decode = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Follows redirects and pages that post their form, within this server. */
export async function postOn(browser: LoginBrowser, page: TestPage): Promise<TestPage> {
  const followed = await browser.follow(page);
  const form = /<form name="saml-post-binding" method="post" action="([^"]*)">/.exec(followed.text);
  const action = decode(form?.[1] ?? '');
  if (!action.startsWith(browser.baseUrl)) return followed;
  const fields = [...followed.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']) => [name, decode(value)] as const,
  );
  return postOn(browser, await browser.post(action, fields));
}

/** Signs in as a person with this address. */
export async function signInAtSaml(
  browser: LoginBrowser,
  alias: string,
  email: string,
  query = '',
): Promise<TestPage> {
  const page = await postOn(browser, await browser.get(buttonOf(await browser.open(query), alias)));
  return postOn(browser, await browser.post(standInAction(page), { person: 'other', email }));
}

/** Members of a realm whose mappers read the names, so that no page asks for them. */
export const NAMED: { readonly identityProviderMappers: readonly object[] } = {
  identityProviderMappers: [
    ['firstName', 'givenName'],
    ['lastName', 'surname'],
  ].map(([target = '', name = '']) => ({
    name: target,
    identityProviderAlias: 'corp',
    identityProviderMapper: 'saml-user-attribute-idp-mapper',
    config: { 'user.attribute': target, 'attribute.name': name, syncMode: 'INHERIT' },
  })),
};
