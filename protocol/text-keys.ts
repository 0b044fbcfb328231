// The keys of texts that something reads, for the import report.
import { EN } from './login/texts/table.ts';
import { MAIL_TEXTS } from './mail/texts/table.ts';
import { ACCOUNT_TEXTS } from './oauth/account/texts/table.ts';
import type { TextKeys } from './realm/report/report-texts.ts';

export const TEXT_KEYS: TextKeys = {
  messages: new Set(['loginTitleHtml', ...Object.keys(EN), ...Object.keys(MAIL_TEXTS.en)]),
  account: new Set(Object.keys(ACCOUNT_TEXTS.en)),
};
