// Keycloak's own themes, as far as the themes of others inherit from them: class names, and which stylesheets they have.
import type { Properties } from './properties-file.ts';

/** Which structure the pages of a theme have: that of Keycloak's templates in `base`, or that of `keycloak.v2`. */
export type PageStructure = 'base' | 'keycloak.v2';

/** A theme that Keycloak ships. */
export interface BuiltInTheme {
  readonly structure: PageStructure;
  readonly properties: Properties;
  /** Stylesheets in whose place ours is, by their paths below `resources`. */
  readonly stylesheets: readonly string[];
}

/** Compat: the library that each theme loads in Keycloak. */
const COMMON_OF_BASE = 'node_modules/patternfly/dist/css/patternfly.min.css';
const COMMON_OF_V2 = 'vendor/patternfly-v5/patternfly.min.css';

/** Class names of themes before Keycloak 26, of PatternFly 3 and 4. */
const KEYCLOAK: Properties = {
  styles: 'css/login.css',
  stylesCommon: COMMON_OF_BASE,
  kcHtmlClass: 'login-pf',
  kcLoginClass: 'login-pf-page',
  kcHeaderClass: 'login-pf-page-header',
  kcLocaleMainClass: 'pf-c-dropdown',
  kcLocaleListClass: 'pf-c-dropdown__menu pf-m-align-right',
  kcLocaleItemClass: 'pf-c-dropdown__menu-item',
  kcAlertClass: 'pf-c-alert pf-m-inline',
  kcAlertTitleClass: 'pf-c-alert__title kc-feedback-text',
  kcFormCardClass: 'card-pf',
  kcFormHeaderClass: 'login-pf-header',
  kcFeedbackErrorIcon: 'fa fa-fw fa-exclamation-circle',
  kcFeedbackInfoIcon: 'fa fa-fw fa-info-circle',
  kcFeedbackSuccessIcon: 'fa fa-fw fa-check-circle',
  kcFeedbackWarningIcon: 'fa fa-fw fa-exclamation-triangle',
  kcFormClass: 'form-horizontal',
  kcFormGroupClass: 'form-group',
  kcFormGroupErrorClass: 'has-error',
  kcLabelClass: 'pf-c-form__label pf-c-form__label-text',
  kcLabelWrapperClass: 'col-xs-12 col-sm-12 col-md-12 col-lg-12',
  kcInputClass: 'pf-c-form-control',
  kcInputWrapperClass: 'col-xs-12 col-sm-12 col-md-12 col-lg-12',
  kcInputErrorMessageClass: 'pf-c-form__helper-text pf-m-error required kc-feedback-text',
  kcInputHelperTextAfterClass: 'pf-c-form__helper-text pf-c-form__helper-text-after',
  kcInputClassCheckbox: 'pf-c-check',
  kcInputClassCheckboxInput: 'pf-c-check__input',
  kcInputClassCheckboxLabel: 'pf-c-check__label',
  kcInputClassRadio: 'pf-c-radio',
  kcInputClassRadioInput: 'pf-c-radio__input',
  kcInputClassRadioLabel: 'pf-c-radio__label',
  kcFormOptionsClass: 'col-xs-12 col-sm-12 col-md-12 col-lg-12',
  kcFormButtonsClass: 'col-xs-12 col-sm-12 col-md-12 col-lg-12',
  kcFormSettingClass: 'login-pf-settings',
  kcTextareaClass: 'form-control',
  kcSignUpClass: 'login-pf-signup',
  kcFormGroupHeader: 'pf-c-form__group',
  kcButtonClass: 'pf-c-button',
  kcButtonPrimaryClass: 'pf-m-primary',
  kcButtonDefaultClass: 'btn-default',
  kcButtonLargeClass: 'btn-lg',
  kcButtonBlockClass: 'pf-m-block',
  kcResetFlowIcon: 'pficon pficon-arrow fa',
  kcSelectAuthListClass: 'pf-l-stack select-auth-container',
  kcSelectAuthListItemClass: 'pf-l-stack__item select-auth-box-parent pf-l-split',
  kcSelectAuthListItemBodyClass: 'pf-l-split__item pf-l-stack',
  kcSelectAuthListItemHeadingClass: 'pf-l-stack__item select-auth-box-headline pf-c-title',
  kcSelectAuthListItemDescriptionClass: 'pf-l-stack__item select-auth-box-desc',
};

/** Class names of Keycloak 26, of PatternFly 5. */
const KEYCLOAK_V2: Properties = {
  styles: 'css/styles.css',
  stylesCommon: COMMON_OF_V2,
  darkMode: 'true',
  kcDarkModeClass: 'pf-v5-theme-dark',
  kcHtmlClass: 'login-pf',
  kcLogin: 'pf-v5-c-login',
  kcLoginContainer: 'pf-v5-c-login__container',
  kcLoginMain: 'pf-v5-c-login__main',
  kcLoginMainHeader: 'pf-v5-c-login__main-header',
  kcLoginMainTitle: 'pf-v5-c-title pf-m-3xl',
  kcLoginMainHeaderUtilities: 'pf-v5-c-login__main-header-utilities',
  kcLoginMainBody: 'pf-v5-c-login__main-body',
  kcLoginMainFooter: 'pf-v5-c-login__main-footer',
  kcLoginMainFooterBand: 'pf-v5-c-login__main-footer-band',
  kcLoginMainFooterBandItem: 'pf-v5-c-login__main-footer-band-item',
  kcContentWrapperClass: 'pf-v5-u-mb-md-on-md',
  kcAlertClass: 'pf-v5-c-alert pf-m-inline pf-v5-u-mb-md',
  kcAlertIconClass: 'pf-v5-c-alert__icon',
  kcAlertTitleClass: 'pf-v5-c-alert__title',
  kcFormClass: 'pf-v5-c-form pf-v5-u-w-100',
  kcFormGroupClass: 'pf-v5-c-form__group',
  kcFormGroupLabelClass: 'pf-v5-c-form__group-label pf-v5-u-pb-xs',
  kcFormLabelClass: 'pf-v5-c-form__label',
  kcFormLabelTextClass: 'pf-v5-c-form__label-text',
  kcLabelClass: 'pf-v5-c-form__label',
  kcInputClass: 'pf-v5-c-form-control',
  kcInputGroup: 'pf-v5-c-input-group',
  kcInputGroupItemClass: 'pf-v5-c-input-group__item',
  kcFill: 'pf-m-fill',
  kcError: 'pf-m-error',
  kcFormReadOnlyClass: 'pf-m-readonly',
  kcFormHelperTextClass: 'pf-v5-c-form__helper-text',
  kcInputHelperTextClass: 'pf-v5-c-helper-text pf-v5-u-display-flex pf-v5-u-justify-content-space-between',
  kcInputHelperTextItemClass: 'pf-v5-c-helper-text__item',
  kcInputHelperTextItemTextClass: 'pf-v5-c-helper-text__item-text',
  kcInputErrorMessageClass: 'pf-v5-c-helper-text__item-text pf-m-error kc-feedback-text',
  kcInputRequiredClass: 'pf-v5-c-form__label-required',
  kcCheckboxClass: 'pf-v5-c-check',
  kcCheckboxInputClass: 'pf-v5-c-check__input',
  kcCheckboxLabelClass: 'pf-v5-c-check__label',
  kcFormActionGroupClass: 'pf-v5-c-form__actions pf-v5-u-pt-xs',
  kcButtonClass: 'pf-v5-c-button',
  kcButtonPrimaryClass: 'pf-v5-c-button pf-m-primary',
  kcButtonSecondaryClass: 'pf-v5-c-button pf-m-secondary',
  kcButtonBlockClass: 'pf-m-block',
  kcButtonLinkClass: 'pf-v5-c-button pf-m-link',
  kcMarginTopClass: 'pf-v5-u-mt-md-on-md',
  kcListClass: 'pf-v5-c-list',
  kcPanelClass: 'pf-v5-c-panel pf-m-raised',
  kcSelectAuthListClass: 'pf-v5-c-data-list select-auth-container',
  kcSelectAuthListItemWrapperClass: 'pf-v5-c-data-list__item pf-m-clickable',
  kcSelectAuthListItemClass: 'pf-v5-c-data-list__item-row select-auth-box-parent',
  kcSelectAuthListItemBodyClass: 'pf-v5-c-data-list__cell pf-m-no-fill pf-v5-u-pt-md pf-v5-u-pb-md',
  kcSelectAuthListItemHeadingClass: 'pf-v5-u-font-family-heading select-auth-box-headline',
  kcSelectAuthListItemDescriptionClass: 'pf-v5-c-data-list__cell pf-m-no-fill select-auth-box-desc',
  kcRecoveryCodesWarning: 'pf-v5-c-alert pf-m-warning pf-m-inline pf-v5-u-mb-md kc-recovery-codes-warning',
};

/** By name. A folder of such a name is not read. */
export const BUILT_IN_THEMES: ReadonlyMap<string, BuiltInTheme> = new Map<string, BuiltInTheme>([
  ['base', { structure: 'base', properties: {}, stylesheets: [] }],
  ['keycloak', { structure: 'base', properties: KEYCLOAK, stylesheets: ['css/login.css', 'css/tile.css'] }],
  ['keycloak.v2', { structure: 'keycloak.v2', properties: KEYCLOAK_V2, stylesheets: ['css/styles.css'] }],
]);

/** The theme of realms that have none, as in Keycloak. */
export const DEFAULT_THEME = 'keycloak.v2';
