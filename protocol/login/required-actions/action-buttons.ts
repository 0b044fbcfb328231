// The buttons of a required action: submit and, if the application started the action, cancel.
import { type Html, html } from '#protocol/http/html.ts';
import { wrapButtons } from '../form-field.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import type { PageTextKey } from '../texts/table.ts';
import type { ActionPage } from './required-action.ts';

interface SubmitButton {
  readonly id: string;
  readonly label: PageTextKey;
  /** ID of the button that cancels. */
  readonly cancelId?: string;
}

/** Compat: the cancel button sends `cancel-aia`; it submits whatever the fields contain. */
export function renderActionButtons(
  texts: PageTexts,
  { isInitiated }: Pick<ActionPage, 'isInitiated'>,
  { id, label, cancelId = 'kc-cancel' }: SubmitButton = { id: 'kc-submit', label: 'doSubmit' },
): Html {
  const submit = html`<button type="submit" id="${id}" class="${texts.classes.primary}">${texts.say(label)}</button>`;
  if (!isInitiated) return wrapButtons(texts, submit);
  return html`<div class="us-choice">${submit}
<button type="submit" id="${cancelId}" name="cancel-aia" value="true" formnovalidate class="${texts.classes.secondary}">${texts.say('doCancel')}</button></div>`;
}
