// Flask with python3-saml.
import { type Guide, type GuideValues, lines, openAndSignIn } from '../guide.ts';
import { quoted } from '../quote.ts';
import { singleKeyPair } from './service-provider-keys.ts';

const python = (value: boolean): string => (value ? 'True' : 'False');

function writeSettings(values: GuideValues): readonly string[] {
  const { saml } = values;
  const needsKeys = saml.signsRequests || saml.wantsEncryption;
  return [
    'settings = {',
    '    "strict": True,',
    '    "sp": {',
    `        "entityId": ${quoted(values.clientId)},`,
    '        "assertionConsumerService": {',
    `            "url": ${quoted(values.redirectUri)},`,
    '            "binding": "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST",',
    '        },',
    `        "NameIDFormat": ${quoted(saml.nameIdFormat)},`,
    ...(needsKeys
      ? [
          '        "x509cert": Path("signing.pem").read_text(),',
          '        "privateKey": Path("signing-key.pem").read_text(),',
        ]
      : []),
    '    },',
    '    "security": {',
    `        "authnRequestsSigned": ${python(saml.signsRequests)},`,
    ...(saml.signsRequests
      ? [
          '        "signatureAlgorithm": "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",',
          '        "digestAlgorithm": "http://www.w3.org/2001/04/xmlenc#sha256",',
        ]
      : []),
    `        "wantMessagesSigned": ${python(saml.wantsSignedMessages)},`,
    `        "wantAssertionsSigned": ${python(saml.wantsSignedAssertions)},`,
    `        "wantAssertionsEncrypted": ${python(saml.wantsEncryption)},`,
    '        "requestedAuthnContext": False,',
    '        # The realm sends an attribute once for each role.',
    '        "allowRepeatAttributeName": True,',
    '    },',
    '    # Addresses and certificate of the realm.',
    `    "idp": OneLogin_Saml2_IdPMetadataParser.parse_remote(${quoted(saml.metadataUrl)})["idp"],`,
    '}',
  ];
}

function writeApplication(values: GuideValues): string {
  const needsKeys = values.saml.signsRequests || values.saml.wantsEncryption;
  return lines(
    needsKeys ? 'from pathlib import Path\n' : undefined,
    'from flask import Flask, redirect, request, session',
    'from markupsafe import escape',
    'from onelogin.saml2.auth import OneLogin_Saml2_Auth',
    'from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser',
    '',
    ...writeSettings(values),
    '',
    'app = Flask(__name__)',
    'app.secret_key = "replace me in production"',
    '',
    '',
    'def saml():',
    '    data = {',
    '        "http_host": request.host,',
    '        "script_name": request.path,',
    '        "get_data": request.args,',
    '        "post_data": request.form,',
    '    }',
    '    return OneLogin_Saml2_Auth(data, settings)',
    '',
    '',
    '@app.get("/")',
    'def home():',
    '    if "user" not in session:',
    '        return redirect(saml().login())',
    '    return f"Signed in as {escape(session[\'user\'])}"',
    '',
    '',
    `@app.post(${quoted(values.path)})`,
    'def consume():',
    '    auth = saml()',
    '    auth.process_response()',
    '    if not auth.is_authenticated():',
    '        return f"Rejected: {escape(auth.get_last_error_reason())}", 403',
    '    session["user"] = auth.get_nameid()',
    '    return redirect("/")',
    '',
    '',
    `app.run(host=${quoted(values.host)}, port=${values.port})`,
  );
}

export const PYTHON3_SAML: Guide = {
  id: 'python3-saml',
  title: 'python3-saml',
  summary: 'guides:python3Saml.summary',
  runtime: 'guides:runtime.python',
  kind: 'saml',
  callback: { path: '/saml/acs' },
  write: (values) => {
    const needsKeys = values.saml.signsRequests || values.saml.wantsEncryption;
    const keys = needsKeys ? singleKeyPair(values) : { files: [], notes: [], install: undefined };
    const pip = 'pip install flask python3-saml';
    return {
      install: keys.install === undefined ? pip : `${pip}\n${keys.install}`,
      files: [{ name: 'app.py', text: writeApplication(values) }, ...keys.files],
      command: 'python3 app.py',
      expect: openAndSignIn(values, 'guides:open.showsUser'),
      notes: keys.notes,
    };
  },
};
