// Flask with Authlib.
import { type Guide, type GuideValues, lines, openAndSignIn } from '../guide.ts';
import { quoted } from '../quote.ts';

function writeApplication(values: GuideValues): string {
  return lines(
    'from authlib.integrations.flask_client import OAuth',
    'from flask import Flask, redirect, session',
    'from markupsafe import escape',
    '',
    'app = Flask(__name__)',
    'app.secret_key = "replace me in production"',
    'oauth = OAuth(app)',
    'oauth.register(',
    '    "understudy",',
    `    server_metadata_url=${quoted(`${values.issuer}/.well-known/openid-configuration`)},`,
    `    client_id=${quoted(values.clientId)},`,
    `    client_secret=${quoted(values.secret ?? '')},`,
    '    client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"},',
    ')',
    '',
    '',
    '@app.get("/")',
    'def home():',
    '    if "user" not in session:',
    `        return oauth.understudy.authorize_redirect(${quoted(values.redirectUri)})`,
    '    return f"Signed in as {escape(session[\'user\'])}"',
    '',
    '',
    `@app.get(${quoted(values.path)})`,
    'def callback():',
    '    token = oauth.understudy.authorize_access_token()',
    '    session["user"] = token["userinfo"]["preferred_username"]',
    '    return redirect("/")',
    '',
    '',
    `app.run(host=${quoted(values.host)}, port=${values.port})`,
  );
}

export const FLASK: Guide = {
  id: 'flask',
  title: 'Flask',
  summary: 'guides:flask.summary',
  runtime: 'guides:runtime.python',
  kind: 'web',
  callback: { path: '/callback' },
  write: (values) => ({
    install: 'pip install flask authlib requests',
    files: [{ name: 'app.py', text: writeApplication(values) }],
    command: 'python3 app.py',
    expect: openAndSignIn(values, 'guides:open.showsUser'),
  }),
};
