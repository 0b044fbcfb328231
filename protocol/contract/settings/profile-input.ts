// How forms show the attributes of a user profile: texts, annotations and options. Pages and the console share it.
import { isRecord, type JsonRecord } from './kept.ts';

/** English texts of Keycloak's message keys, for pages and console. */
export const PROFILE_LABELS = {
  username: 'Username',
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  address: 'Address',
  street: 'Street',
  locality: 'City or Locality',
  region: 'State, Province, or Region',
  postal_code: 'Zip or Postal code',
  country: 'Country',
  phoneNumber: 'Phone number',
  birthday: 'Birthday',
  gender: 'Gender',
  website: 'Web page',
  'profile.firstName': 'First name',
  'profile.lastName': 'Last name',
} as const;

/** The texts of a realm, by language and key. */
export interface RealmTexts {
  readonly localizationTexts?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly defaultLocale?: string;
}

/** A text of a profile: itself, or the realm's text (`localizationTexts`) or ours for `${key}`. */
export function resolveProfileText(realm: RealmTexts, text: string): string {
  const key = /^\$\{([^{}]+)\}$/.exec(text)?.[1];
  if (key === undefined) return text;
  const { localizationTexts, defaultLocale = 'en' } = realm;
  const ours: Readonly<Record<string, string>> = PROFILE_LABELS;
  const sources = [localizationTexts?.[defaultLocale], localizationTexts?.['en'], ours];
  return sources.find((texts) => texts !== undefined && Object.hasOwn(texts, key))?.[key] ?? key;
}

/** An annotation as a text; empty if there is no such annotation. */
export function annotationText(annotations: JsonRecord | undefined, name: string): string {
  const value = annotations?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const EMAIL = ['email', 'html5-email'];
/** Types that browsers show as a text field or as one with a picker. */
const HTML5 = ['tel', 'url', 'number', 'range', 'date', 'datetime-local', 'month', 'week', 'time'];

/** The `type` of an attribute's `input` element, by its annotation `inputType` and its name. */
export function profileInputType(name: string, annotations: JsonRecord | undefined): string {
  const annotated = annotationText(annotations, 'inputType');
  const html5 = annotated.startsWith('html5-') ? annotated.slice('html5-'.length) : '';
  if (EMAIL.includes(annotated) || name === 'email') return 'email';
  return HTML5.includes(html5) ? html5 : 'text';
}

/** A value that can be chosen. */
interface ProfileOption {
  readonly value: string;
  readonly label: string;
}

/** The options of validator `options`, or of the one that an annotation names. */
export function listProfileOptions(
  resolve: (text: string) => string,
  annotations: JsonRecord | undefined,
  validations: JsonRecord,
): readonly ProfileOption[] {
  const from = annotationText(annotations, 'inputOptionsFromValidation') || 'options';
  const config = validations[from] ?? validations['options'];
  const options = isRecord(config) ? config['options'] : undefined;
  const labels = annotations?.['inputOptionLabels'];
  const prefix = annotationText(annotations, 'inputOptionLabelsI18nPrefix');
  const labelled = (value: string): string => {
    const own = isRecord(labels) && Object.hasOwn(labels, value) ? labels[value] : undefined;
    if (typeof own === 'string') return resolve(own);
    return prefix === '' ? value : resolve(`\${${prefix}.${value}}`);
  };
  return (Array.isArray(options) ? options.map(String) : []).map((value) => ({
    value,
    label: labelled(value),
  }));
}
