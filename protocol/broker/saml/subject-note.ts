// The session's note of whom a SAML provider has signed in, for sign-outs in both directions.
import { NAME_ID_FORMATS, NAMESPACES } from '#protocol/saml/xml-names.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { writeElement, writeTextElement } from '#protocol/xml/write-xml.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { type ReceivedNameId, readNameId } from './read-assertion.ts';

/** Compat: Keycloak's names of the notes. */
export const SUBJECT_NOTE = 'SAML_FEDERATED_SUBJECT_NAME_ID';
export const INDEX_NOTE = 'SAML_FEDERATED_SESSION_INDEX';

/** Choice: the note is the NameID element, with all its qualifiers. */
export function writeSubject({ value, format, nameQualifier, spNameQualifier }: ReceivedNameId): string {
  return writeTextElement(
    'saml:NameID',
    {
      'xmlns:saml': NAMESPACES.assertion,
      Format: format,
      NameQualifier: nameQualifier,
      SPNameQualifier: spNameQualifier,
    },
    value,
  );
}

/** Undefined if the session is not of a SAML provider. */
export function readSubject(
  notes: Readonly<Record<string, string>> | undefined,
): (ReceivedNameId & { readonly format: string }) | undefined {
  try {
    const note = notes?.[SUBJECT_NOTE];
    const nameId = note === undefined ? undefined : readNameId(parseXml(writeElement('note', {}, note)));
    return nameId && { ...nameId, format: nameId.format ?? NAME_ID_FORMATS.unspecified };
  } catch (error) {
    // Mappers can set notes of any name.
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}
