// React with react-oidc-context.
import { type Guide, type GuideValues, lines, openAndSignIn } from '../guide.ts';
import { js } from '../quote.ts';
import { viteCommand, vitePage } from './vite-page.ts';

function writeApplication({ issuer, clientId, redirectUri }: GuideValues): string {
  return lines(
    "import { createRoot } from 'react-dom/client';",
    "import { AuthProvider, useAuth } from 'react-oidc-context';",
    '',
    'const settings = {',
    `  authority: ${js(issuer)},`,
    `  client_id: ${js(clientId)},`,
    `  redirect_uri: ${js(redirectUri)},`,
    "  scope: 'openid profile email',",
    "  onSigninCallback: () => window.history.replaceState({}, '', '/'),",
    '};',
    '',
    'function App() {',
    '  const auth = useAuth();',
    '  if (auth.isLoading) return <p>Loading…</p>;',
    '  if (auth.error) return <p role="alert">{auth.error.message}</p>;',
    '  if (!auth.isAuthenticated) return <button onClick={() => auth.signinRedirect()}>Sign in</button>;',
    '  return (',
    '    <>',
    '      <p>Signed in as {auth.user.profile.preferred_username}</p>',
    '      <button onClick={() => auth.removeUser()}>Sign out</button>',
    '    </>',
    '  );',
    '}',
    '',
    "createRoot(document.getElementById('app')).render(",
    '  <AuthProvider {...settings}>',
    '    <App />',
    '  </AuthProvider>,',
    ');',
  );
}

export const REACT: Guide = {
  id: 'react',
  title: 'React',
  summary: 'guides:react.summary',
  runtime: 'guides:runtime.node2019',
  kind: 'browser',
  callback: { path: '/' },
  write: (values) => ({
    install: 'npm install react@19 react-dom@19 react-oidc-context@3 oidc-client-ts@3 vite@8',
    files: [vitePage('main.jsx'), { name: 'main.jsx', text: writeApplication(values) }],
    command: viteCommand(values),
    expect: openAndSignIn(values, 'guides:open.showsUser'),
  }),
};
