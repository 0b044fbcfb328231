import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAML_ERRORS, type SamlErrorCode } from '#protocol/errors/saml-status-error.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { PARTIAL_LOGOUT, renderStatus, SUCCESS, statusOf } from './status.ts';
import { statusCodes } from './testing/response.ts';
import { NAMESPACES } from './xml-names.ts';

function codesOf(status: string): readonly string[] {
  return statusCodes({
    root: parseXml(`<samlp:Response xmlns:samlp="${NAMESPACES.protocol}">${status}</samlp:Response>`),
  });
}

test('SAML Core §3.2.2.2: the second-level code is nested in the top-level one', () => {
  for (const code of Object.keys(SAML_ERRORS) as SamlErrorCode[]) {
    const { topLevel, secondLevel }: { topLevel: string; secondLevel: string | undefined } =
      SAML_ERRORS[code];
    const rendered = renderStatus(statusOf({ code, statusMessage: undefined }));
    assert.deepEqual(
      codesOf(rendered),
      secondLevel === undefined ? [topLevel] : [topLevel, secondLevel],
      code,
    );
  }
});

test('SAML Core §3.2.2.3: the message is escaped and omitted if undefined', () => {
  assert.match(
    renderStatus({ ...SUCCESS, message: 'a<b' }),
    /<samlp:StatusMessage>a&lt;b<\/samlp:StatusMessage>/,
  );
  assert.doesNotMatch(renderStatus(SUCCESS), /StatusMessage/);
});

test('SAML Core §3.7.3.2: a partial logout is a success with its own second-level code', () => {
  assert.deepEqual(codesOf(renderStatus(PARTIAL_LOGOUT)), ['Success', 'PartialLogout']);
});
