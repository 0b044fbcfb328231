// Vue with oidc-client-ts.
import { type Guide, type GuideValues, lines, openAndSignIn } from '../guide.ts';
import { js } from '../quote.ts';
import { viteCommand, vitePage } from './vite-page.ts';

function writeApplication({ issuer, clientId, redirectUri }: GuideValues): string {
  return lines(
    "import { UserManager } from 'oidc-client-ts';",
    "import { createApp, h, ref } from 'vue';",
    '',
    'const manager = new UserManager({',
    `  authority: ${js(issuer)},`,
    `  client_id: ${js(clientId)},`,
    `  redirect_uri: ${js(redirectUri)},`,
    "  scope: 'openid profile email',",
    '});',
    '',
    'async function loadUser() {',
    "  if (!new URLSearchParams(location.search).has('state')) return manager.getUser();",
    '  const user = await manager.signinCallback();',
    "  history.replaceState({}, '', '/');",
    '  return user;',
    '}',
    '',
    'createApp({',
    '  setup() {',
    '    const user = ref(null);',
    "    const error = ref('');",
    '    loadUser().then(',
    '      (found) => (user.value = found),',
    '      (failure) => (error.value = failure.message),',
    '    );',
    '    return () => {',
    "      if (error.value) return h('p', { role: 'alert' }, error.value);",
    "      if (user.value) return h('p', 'Signed in as ' + user.value.profile.preferred_username);",
    "      return h('button', { onClick: () => manager.signinRedirect() }, 'Sign in');",
    '    };',
    '  },',
    "}).mount('#app');",
  );
}

export const VUE: Guide = {
  id: 'vue',
  title: 'Vue',
  summary: 'guides:vue.summary',
  runtime: 'guides:runtime.node2019',
  kind: 'browser',
  callback: { path: '/' },
  write: (values) => ({
    install: 'npm install vue@3 oidc-client-ts@3 vite@8',
    files: [vitePage('main.js'), { name: 'main.js', text: writeApplication(values) }],
    command: viteCommand(values),
    expect: openAndSignIn(values, 'guides:open.showsUser'),
  }),
};
