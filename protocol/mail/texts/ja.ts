// Japanese texts of messages.
import type { WrittenTexts } from './en.ts';

export const JA: WrittenTexts = {
  emailVerificationSubject: 'メールアドレスの確認',
  emailVerificationBody: `このメールアドレスで {2} のアカウントが作成されました。お心当たりがある場合は、メールアドレスを確認してください。

{0}

リンクの有効期間は {3} です。

アカウントを作成していない場合は、このメッセージを無視してください。`,
  passwordResetSubject: '新しいパスワードの設定',
  passwordResetBody: `{2} のアカウントに対して新しいパスワードの設定が要求されました。次のリンクから設定してください。

{0}

リンクの有効期間は {3} で、一度だけ使用できます。

お心当たりがない場合は、このメッセージを無視してください。何も変更されません。`,
  executeActionsSubject: 'アカウントの更新',
  executeActionsBody: `管理者が {2} のアカウントの更新を求めています ({3})。次のリンクから始めてください。

{0}

リンクの有効期間は {4} です。`,
  emailUpdateConfirmationSubject: '新しいメールアドレスの確認',
  emailUpdateConfirmationBody: `{1} を {2} のアカウントで使用するには、メールアドレスを確認してください。

{0}

リンクの有効期間は {3} です。

この変更に心当たりがない場合は、このメッセージを無視してください。`,
  orgInviteSubject: '組織 {0} への招待',
  orgInviteBody: `{2} の組織 {3} に招待されています。招待を承認するには、次のリンクを開いてください。

{0}

リンクの有効期間は {4} です。

参加しない場合は、このメッセージを無視してください。`,
  identityProviderLinkSubject: '{0} とのリンク',
  identityProviderLinkBody: `{0} のアカウント {2} を {1} のアカウントにリンクするリクエストがありました。ご本人の場合は、こちらで確認してください:

{3}

リンクは {5}有効で、1 回だけ使えます。その後は {0} で {1} にログインできます。

心当たりがない場合は、このメールを無視してください。何も変更されません。`,
};
