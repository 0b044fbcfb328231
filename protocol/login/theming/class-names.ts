// The classes of the places in a page: those that our stylesheet finds, and those of the theme.
import type { PageStructure } from '#protocol/themes/built-in-themes.ts';
import type { Theme } from '#protocol/themes/theme.ts';

/** Members of `theme.properties`, separated by blanks; what does not begin with `kc` is a class name itself. */
interface Place {
  /** Classes of our stylesheet. */
  readonly own?: string;
  /** In pages of the structure of `base`. */
  readonly base?: string;
  /** In pages of the structure of `keycloak.v2`. */
  readonly v2?: string;
}

/** Places in a page. */
type PlaceName =
  | 'html'
  | 'body'
  | 'page'
  | 'container'
  | 'header'
  | 'headerText'
  | 'card'
  | 'cardHeader'
  | 'title'
  | 'languages'
  | 'languageMenu'
  | 'languageList'
  | 'languageItem'
  | 'language'
  | 'content'
  | 'alert'
  | 'alertIcon'
  | 'infoIcon'
  | 'alertTitle'
  | 'form'
  | 'group'
  | 'groupHeader'
  | 'labelWrapper'
  | 'label'
  | 'inputWrapper'
  | 'input'
  | 'textarea'
  | 'help'
  | 'problem'
  | 'options'
  | 'optionsWrapper'
  | 'check'
  | 'checkInput'
  | 'checkLabel'
  | 'buttons'
  | 'primary'
  | 'secondary'
  | 'linkButton'
  | 'signUp'
  | 'signUpWrapper'
  | 'choices'
  | 'choice'
  | 'choiceButton'
  | 'choiceName'
  | 'choiceDetail';

/** Compat: the names are those that Keycloak's templates put into the same places. */
const PLACES: Readonly<Record<PlaceName, Place>> = {
  html: { base: 'kcHtmlClass', v2: 'kcHtmlClass' },
  body: { base: 'kcBodyClass', v2: 'kcBodyClass' },
  page: { own: 'us-page', base: 'kcLoginClass', v2: 'kcLogin' },
  container: { v2: 'us-container kcLoginContainer' },
  header: { own: 'us-header', base: 'kcHeaderClass', v2: 'pf-v5-c-login__header' },
  headerText: { base: 'kcHeaderWrapperClass', v2: 'pf-v5-c-brand' },
  card: { own: 'us-card', base: 'kcFormCardClass', v2: 'kcLoginMain' },
  cardHeader: { own: 'us-head', base: 'kcFormHeaderClass', v2: 'kcLoginMainHeader' },
  title: { v2: 'kcLoginMainTitle' },
  languages: { own: 'us-languages', base: 'kcLocaleMainClass', v2: 'kcLoginMainHeaderUtilities' },
  languageMenu: { base: 'kcLocaleDropDownClass' },
  languageList: { base: 'kcLocaleListClass' },
  languageItem: { base: 'kcLocaleListItemClass' },
  language: { base: 'kcLocaleItemClass' },
  content: { v2: 'kcLoginMainBody' },
  alert: { own: 'us-alert', base: 'kcAlertClass', v2: 'kcAlertClass' },
  alertIcon: { base: 'pf-c-alert__icon', v2: 'kcAlertIconClass' },
  infoIcon: { base: 'kcFeedbackInfoIcon', v2: 'kcFeedbackInfoIcon' },
  alertTitle: { base: 'kcAlertTitleClass', v2: 'kcAlertTitleClass kc-feedback-text' },
  form: { base: 'kcFormClass', v2: 'kcFormClass' },
  group: { own: 'us-field', base: 'kcFormGroupClass', v2: 'kcFormGroupClass' },
  groupHeader: { own: 'us-group', base: 'kcFormGroupHeader' },
  labelWrapper: { base: 'kcLabelWrapperClass', v2: 'kcFormGroupLabelClass' },
  label: { base: 'kcLabelClass', v2: 'kcFormLabelClass' },
  inputWrapper: { own: 'us-input', base: 'kcInputWrapperClass', v2: 'kcInputClass' },
  input: { base: 'kcInputClass' },
  textarea: { base: 'kcTextareaClass' },
  help: { own: 'us-help', base: 'kcInputHelperTextAfterClass', v2: 'kcInputHelperTextItemTextClass' },
  problem: { own: 'us-problem', base: 'kcInputErrorMessageClass', v2: 'kcInputErrorMessageClass' },
  options: { base: 'kcFormSettingClass', v2: 'kcFormOptionsClass' },
  optionsWrapper: { base: 'kcFormOptionsWrapperClass', v2: 'kcInputHelperTextItemTextClass' },
  check: { own: 'us-check', base: 'checkbox kcInputClassCheckbox', v2: 'kcCheckboxClass' },
  checkInput: { base: 'kcInputClassCheckboxInput', v2: 'kcCheckboxInputClass' },
  checkLabel: { base: 'kcInputClassCheckboxLabel', v2: 'kcCheckboxLabelClass' },
  buttons: { base: 'kcFormButtonsClass', v2: 'kcFormActionGroupClass' },
  primary: {
    own: 'us-primary',
    base: 'kcButtonClass kcButtonPrimaryClass kcButtonBlockClass kcButtonLargeClass',
    v2: 'kcButtonPrimaryClass kcButtonBlockClass',
  },
  secondary: {
    base: 'kcButtonClass kcButtonDefaultClass kcButtonBlockClass kcButtonLargeClass',
    v2: 'kcButtonSecondaryClass kcButtonBlockClass',
  },
  linkButton: { own: 'us-link', v2: 'kcButtonLinkClass' },
  signUp: { own: 'us-actions', base: 'kcSignUpClass', v2: 'kcSignUpClass' },
  signUpWrapper: { base: 'kcInfoAreaWrapperClass', v2: 'kcInfoAreaWrapperClass' },
  choices: { own: 'us-choices', base: 'kcSelectAuthListClass', v2: 'kcSelectAuthListClass' },
  choice: { base: 'kcSelectAuthListItemClass', v2: 'kcSelectAuthListItemWrapperClass' },
  choiceButton: { v2: 'kcSelectAuthListItemClass' },
  choiceName: {
    own: 'us-name',
    base: 'kcSelectAuthListItemHeadingClass',
    v2: 'kcSelectAuthListItemHeadingClass',
  },
  choiceDetail: {
    own: 'us-detail',
    base: 'kcSelectAuthListItemDescriptionClass',
    v2: 'kcSelectAuthListItemDescriptionClass',
  },
};

/** The value of the `class` attribute at each place in a page; empty: the place has none. */
export type ClassNames = Readonly<Record<PlaceName, string>>;

function namesOf(place: Place, structure: PageStructure): readonly string[] {
  return ((structure === 'base' ? place.base : place.v2) ?? '').split(' ');
}

function classesAt(place: Place, { structure, properties }: Theme): string {
  const themed = namesOf(place, structure).map((name) =>
    name.startsWith('kc') && name !== 'kc-feedback-text' ? (properties[name] ?? '') : name,
  );
  return [place.own ?? '', ...themed].filter((name) => name !== '').join(' ');
}

const known = new WeakMap<Theme, ClassNames>();

/** The class names of a theme; the same object for the same theme. */
export function classNamesOf(theme: Theme): ClassNames {
  const found = known.get(theme);
  if (found !== undefined) return found;
  const entries = Object.entries(PLACES).map(([name, place]) => [name, classesAt(place, theme)]);
  const names = Object.freeze(Object.fromEntries(entries) as Record<PlaceName, string>);
  known.set(theme, names);
  return names;
}
