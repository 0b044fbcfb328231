// What a person reads on the way through the life of an account, by language.

export interface JourneyWords {
  /** BCP 47 tag, as in `lang`. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** In the list of languages. */
  readonly name: string;
  /** Every label has some of them. */
  readonly letters: RegExp;
  readonly headings: Readonly<
    Record<
      'register' | 'verify' | 'forgotten' | 'password' | 'setUp' | 'profile' | 'email' | 'delete',
      string
    >
  >;
  readonly messages: Readonly<
    Record<'sent' | 'signedOut' | 'again' | 'deleted' | 'unknown' | 'wrongPassword', string>
  >;
  /** Of messages. */
  readonly subjects: Readonly<Record<'verify' | 'reset' | 'change', string>>;
}

const LATIN = /\p{Script=Latin}/u;

export const ENGLISH: JourneyWords = {
  locale: 'en',
  direction: 'ltr',
  name: 'English',
  letters: LATIN,
  headings: {
    register: 'Register',
    verify: 'Email verification',
    forgotten: 'Forgot Your Password?',
    password: 'Update password',
    setUp: 'Mobile Authenticator Setup',
    profile: 'Update Account Information',
    email: 'Update email',
    delete: 'Delete account confirmation',
  },
  messages: {
    sent: 'You should receive an email shortly with further instructions.',
    signedOut: 'You are logged out',
    again: 'Please re-authenticate to continue',
    deleted: 'User deleted successfully',
    unknown: 'Invalid username or password.',
    wrongPassword: "Passwords don't match.",
  },
  subjects: {
    verify: 'Confirm your email address',
    reset: 'Choose a new password',
    change: 'Confirm your new email address',
  },
};

const GERMAN: JourneyWords = {
  locale: 'de',
  direction: 'ltr',
  name: 'Deutsch',
  letters: LATIN,
  headings: {
    register: 'Registrieren',
    verify: 'E-Mail-Bestätigung',
    forgotten: 'Passwort vergessen?',
    password: 'Passwort ändern',
    setUp: 'Authenticator-App einrichten',
    profile: 'Kontodaten aktualisieren',
    email: 'E-Mail-Adresse ändern',
    delete: 'Löschen des Kontos bestätigen',
  },
  messages: {
    sent: 'Sie sollten in Kürze eine E-Mail mit weiteren Anweisungen erhalten.',
    signedOut: 'Sie sind abgemeldet',
    again: 'Bitte melden Sie sich erneut an, um fortzufahren',
    deleted: 'Ihr Konto wurde gelöscht',
    unknown: 'Benutzername oder Passwort ist falsch.',
    wrongPassword: 'Die Passwörter stimmen nicht überein.',
  },
  subjects: {
    verify: 'Bestätigen Sie Ihre E-Mail-Adresse',
    reset: 'Wählen Sie ein neues Passwort',
    change: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
  },
};

const FRENCH: JourneyWords = {
  locale: 'fr',
  direction: 'ltr',
  name: 'français',
  letters: LATIN,
  headings: {
    register: 'Inscription',
    verify: 'Vérification de l’adresse e-mail',
    forgotten: 'Mot de passe oublié ?',
    password: 'Modifier le mot de passe',
    setUp: 'Configuration de l’application d’authentification',
    profile: 'Mettre à jour les informations du compte',
    email: 'Modifier l’adresse e-mail',
    delete: 'Confirmation de la suppression du compte',
  },
  messages: {
    sent: 'Vous devriez recevoir sous peu un e-mail contenant la marche à suivre.',
    signedOut: 'Vous êtes déconnecté',
    again: 'Veuillez vous authentifier à nouveau pour continuer',
    deleted: 'L’utilisateur a été supprimé',
    unknown: 'Nom d’utilisateur ou mot de passe incorrect.',
    wrongPassword: 'Les mots de passe ne sont pas identiques.',
  },
  subjects: {
    verify: 'Confirmez votre adresse e-mail',
    reset: 'Choisissez un nouveau mot de passe',
    change: 'Confirmez votre nouvelle adresse e-mail',
  },
};

const JAPANESE: JourneyWords = {
  locale: 'ja',
  direction: 'ltr',
  name: '日本語',
  letters: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  headings: {
    register: 'アカウントの登録',
    verify: 'メールアドレスの確認',
    forgotten: 'パスワードをお忘れですか?',
    password: 'パスワードの変更',
    setUp: '認証アプリの設定',
    profile: 'アカウント情報の更新',
    email: 'メールアドレスの変更',
    delete: 'アカウント削除の確認',
  },
  messages: {
    sent: '手順を記載したメールがまもなく届きます。',
    signedOut: 'サインアウトしました',
    again: '続けるには、もう一度認証してください',
    deleted: 'ユーザーを削除しました',
    unknown: 'ユーザー名またはパスワードが正しくありません。',
    wrongPassword: 'パスワードが一致しません。',
  },
  subjects: {
    verify: 'メールアドレスの確認',
    reset: '新しいパスワードの設定',
    change: '新しいメールアドレスの確認',
  },
};

const ARABIC: JourneyWords = {
  locale: 'ar',
  direction: 'rtl',
  name: 'العربية',
  letters: /\p{Script=Arabic}/u,
  headings: {
    register: 'إنشاء حساب',
    verify: 'التحقق من البريد الإلكتروني',
    forgotten: 'هل نسيت كلمة المرور؟',
    password: 'تحديث كلمة المرور',
    setUp: 'إعداد تطبيق المصادقة',
    profile: 'تحديث معلومات الحساب',
    email: 'تحديث البريد الإلكتروني',
    delete: 'تأكيد حذف الحساب',
  },
  messages: {
    sent: 'ستصلك قريبًا رسالة تتضمن مزيدًا من التعليمات.',
    signedOut: 'لقد سجّلت الخروج',
    again: 'يُرجى المصادقة من جديد للمتابعة',
    deleted: 'تم حذف المستخدم',
    unknown: 'اسم المستخدم أو كلمة المرور غير صحيحة.',
    wrongPassword: 'كلمتا المرور غير متطابقتين.',
  },
  subjects: {
    verify: 'أكّد بريدك الإلكتروني',
    reset: 'اختر كلمة مرور جديدة',
    change: 'أكّد بريدك الإلكتروني الجديد',
  },
};

export const JOURNEY_WORDS: readonly JourneyWords[] = [ENGLISH, GERMAN, FRENCH, JAPANESE, ARABIC];
