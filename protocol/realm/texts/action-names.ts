// What required actions are called, by Keycloak's keys. An action of an extension is called what its realm's texts say.
import type { Language } from './languages.ts';

export type ActionNameKey =
  | 'requiredAction.CONFIGURE_RECOVERY_AUTHN_CODES'
  | 'requiredAction.CONFIGURE_TOTP'
  | 'requiredAction.delete_account'
  | 'requiredAction.delete_credential'
  | 'requiredAction.TERMS_AND_CONDITIONS'
  | 'requiredAction.UPDATE_EMAIL'
  | 'requiredAction.UPDATE_PASSWORD'
  | 'requiredAction.UPDATE_PROFILE'
  | 'requiredAction.update_user_locale'
  | 'requiredAction.VERIFY_EMAIL'
  | 'requiredAction.VERIFY_PROFILE'
  | 'requiredAction.webauthn-register'
  | 'requiredAction.webauthn-register-passwordless';

export type ActionNames = Readonly<Record<ActionNameKey, string>>;

export const ACTION_NAMES: Readonly<Record<Language, ActionNames>> = {
  en: {
    'requiredAction.CONFIGURE_RECOVERY_AUTHN_CODES': 'Generate Recovery Codes',
    'requiredAction.CONFIGURE_TOTP': 'Configure OTP',
    'requiredAction.delete_account': 'Delete account',
    'requiredAction.delete_credential': 'Delete a credential',
    'requiredAction.TERMS_AND_CONDITIONS': 'Terms and Conditions',
    'requiredAction.UPDATE_EMAIL': 'Update Email',
    'requiredAction.UPDATE_PASSWORD': 'Update Password',
    'requiredAction.UPDATE_PROFILE': 'Update Profile',
    'requiredAction.update_user_locale': 'Update User Locale',
    'requiredAction.VERIFY_EMAIL': 'Verify Email',
    'requiredAction.VERIFY_PROFILE': 'Verify Profile',
    'requiredAction.webauthn-register': 'Webauthn Register',
    'requiredAction.webauthn-register-passwordless': 'Webauthn Register Passwordless',
  },
  ar: {
    'requiredAction.CONFIGURE_RECOVERY_AUTHN_CODES': 'إنشاء رموز الاسترداد',
    'requiredAction.CONFIGURE_TOTP': 'إعداد الرموز لمرة واحدة',
    'requiredAction.delete_account': 'حذف الحساب',
    'requiredAction.delete_credential': 'حذف بيانات اعتماد',
    'requiredAction.TERMS_AND_CONDITIONS': 'قبول الشروط والأحكام',
    'requiredAction.UPDATE_EMAIL': 'تحديث البريد الإلكتروني',
    'requiredAction.UPDATE_PASSWORD': 'تحديث كلمة المرور',
    'requiredAction.UPDATE_PROFILE': 'تحديث الملف الشخصي',
    'requiredAction.update_user_locale': 'اختيار اللغة',
    'requiredAction.VERIFY_EMAIL': 'التحقق من البريد الإلكتروني',
    'requiredAction.VERIFY_PROFILE': 'التحقق من الملف الشخصي',
    'requiredAction.webauthn-register': 'تسجيل مفتاح أمان',
    'requiredAction.webauthn-register-passwordless': 'تسجيل مفتاح مرور',
  },
  de: {
    'requiredAction.CONFIGURE_RECOVERY_AUTHN_CODES': 'Wiederherstellungscodes erzeugen',
    'requiredAction.CONFIGURE_TOTP': 'Einmalcodes einrichten',
    'requiredAction.delete_account': 'Konto löschen',
    'requiredAction.delete_credential': 'Anmeldeinformation löschen',
    'requiredAction.TERMS_AND_CONDITIONS': 'Nutzungsbedingungen annehmen',
    'requiredAction.UPDATE_EMAIL': 'E-Mail-Adresse ändern',
    'requiredAction.UPDATE_PASSWORD': 'Passwort ändern',
    'requiredAction.UPDATE_PROFILE': 'Profil aktualisieren',
    'requiredAction.update_user_locale': 'Sprache wählen',
    'requiredAction.VERIFY_EMAIL': 'E-Mail-Adresse bestätigen',
    'requiredAction.VERIFY_PROFILE': 'Profil überprüfen',
    'requiredAction.webauthn-register': 'Sicherheitsschlüssel registrieren',
    'requiredAction.webauthn-register-passwordless': 'Passkey registrieren',
  },
  es: {
    'requiredAction.CONFIGURE_RECOVERY_AUTHN_CODES': 'Generar códigos de recuperación',
    'requiredAction.CONFIGURE_TOTP': 'Configurar códigos de un solo uso',
    'requiredAction.delete_account': 'Eliminar la cuenta',
    'requiredAction.delete_credential': 'Eliminar una credencial',
    'requiredAction.TERMS_AND_CONDITIONS': 'Aceptar los términos y condiciones',
    'requiredAction.UPDATE_EMAIL': 'Actualizar el correo electrónico',
    'requiredAction.UPDATE_PASSWORD': 'Cambiar la contraseña',
    'requiredAction.UPDATE_PROFILE': 'Actualizar el perfil',
    'requiredAction.update_user_locale': 'Elegir el idioma',
    'requiredAction.VERIFY_EMAIL': 'Verificar el correo electrónico',
    'requiredAction.VERIFY_PROFILE': 'Verificar el perfil',
    'requiredAction.webauthn-register': 'Registrar una llave de seguridad',
    'requiredAction.webauthn-register-passwordless': 'Registrar una llave de acceso',
  },
  fr: {
    'requiredAction.CONFIGURE_RECOVERY_AUTHN_CODES': 'Générer des codes de récupération',
    'requiredAction.CONFIGURE_TOTP': 'Configurer les codes à usage unique',
    'requiredAction.delete_account': 'Supprimer le compte',
    'requiredAction.delete_credential': 'Supprimer un identifiant de connexion',
    'requiredAction.TERMS_AND_CONDITIONS': 'Accepter les conditions d’utilisation',
    'requiredAction.UPDATE_EMAIL': 'Modifier l’adresse e-mail',
    'requiredAction.UPDATE_PASSWORD': 'Modifier le mot de passe',
    'requiredAction.UPDATE_PROFILE': 'Mettre à jour le profil',
    'requiredAction.update_user_locale': 'Choisir la langue',
    'requiredAction.VERIFY_EMAIL': 'Vérifier l’adresse e-mail',
    'requiredAction.VERIFY_PROFILE': 'Vérifier le profil',
    'requiredAction.webauthn-register': 'Enregistrer une clé de sécurité',
    'requiredAction.webauthn-register-passwordless': 'Enregistrer une clé d’accès',
  },
  it: {
    'requiredAction.CONFIGURE_RECOVERY_AUTHN_CODES': 'Genera codici di recupero',
    'requiredAction.CONFIGURE_TOTP': 'Configura i codici monouso',
    'requiredAction.delete_account': 'Elimina l’account',
    'requiredAction.delete_credential': 'Elimina una credenziale',
    'requiredAction.TERMS_AND_CONDITIONS': 'Accetta i termini e le condizioni',
    'requiredAction.UPDATE_EMAIL': 'Aggiorna l’email',
    'requiredAction.UPDATE_PASSWORD': 'Aggiorna la password',
    'requiredAction.UPDATE_PROFILE': 'Aggiorna il profilo',
    'requiredAction.update_user_locale': 'Scegli la lingua',
    'requiredAction.VERIFY_EMAIL': 'Verifica l’email',
    'requiredAction.VERIFY_PROFILE': 'Verifica il profilo',
    'requiredAction.webauthn-register': 'Registra una chiave di sicurezza',
    'requiredAction.webauthn-register-passwordless': 'Registra una passkey',
  },
  ja: {
    'requiredAction.CONFIGURE_RECOVERY_AUTHN_CODES': 'リカバリーコードの生成',
    'requiredAction.CONFIGURE_TOTP': 'ワンタイムコードの設定',
    'requiredAction.delete_account': 'アカウントの削除',
    'requiredAction.delete_credential': '認証情報の削除',
    'requiredAction.TERMS_AND_CONDITIONS': '利用規約への同意',
    'requiredAction.UPDATE_EMAIL': 'メールアドレスの変更',
    'requiredAction.UPDATE_PASSWORD': 'パスワードの変更',
    'requiredAction.UPDATE_PROFILE': 'プロフィールの更新',
    'requiredAction.update_user_locale': '言語の選択',
    'requiredAction.VERIFY_EMAIL': 'メールアドレスの確認',
    'requiredAction.VERIFY_PROFILE': 'プロフィールの確認',
    'requiredAction.webauthn-register': 'セキュリティキーの登録',
    'requiredAction.webauthn-register-passwordless': 'パスキーの登録',
  },
  nl: {
    'requiredAction.CONFIGURE_RECOVERY_AUTHN_CODES': 'Herstelcodes aanmaken',
    'requiredAction.CONFIGURE_TOTP': 'Eenmalige codes instellen',
    'requiredAction.delete_account': 'Account verwijderen',
    'requiredAction.delete_credential': 'Inloggegevens verwijderen',
    'requiredAction.TERMS_AND_CONDITIONS': 'Algemene voorwaarden accepteren',
    'requiredAction.UPDATE_EMAIL': 'E-mailadres wijzigen',
    'requiredAction.UPDATE_PASSWORD': 'Wachtwoord wijzigen',
    'requiredAction.UPDATE_PROFILE': 'Profiel bijwerken',
    'requiredAction.update_user_locale': 'Taal kiezen',
    'requiredAction.VERIFY_EMAIL': 'E-mailadres bevestigen',
    'requiredAction.VERIFY_PROFILE': 'Profiel controleren',
    'requiredAction.webauthn-register': 'Beveiligingssleutel registreren',
    'requiredAction.webauthn-register-passwordless': 'Passkey registreren',
  },
  'pt-BR': {
    'requiredAction.CONFIGURE_RECOVERY_AUTHN_CODES': 'Gerar códigos de recuperação',
    'requiredAction.CONFIGURE_TOTP': 'Configurar códigos de uso único',
    'requiredAction.delete_account': 'Excluir conta',
    'requiredAction.delete_credential': 'Excluir uma credencial',
    'requiredAction.TERMS_AND_CONDITIONS': 'Aceitar os termos e condições',
    'requiredAction.UPDATE_EMAIL': 'Atualizar e-mail',
    'requiredAction.UPDATE_PASSWORD': 'Atualizar senha',
    'requiredAction.UPDATE_PROFILE': 'Atualizar perfil',
    'requiredAction.update_user_locale': 'Escolher idioma',
    'requiredAction.VERIFY_EMAIL': 'Verificar e-mail',
    'requiredAction.VERIFY_PROFILE': 'Verificar perfil',
    'requiredAction.webauthn-register': 'Registrar uma chave de segurança',
    'requiredAction.webauthn-register-passwordless': 'Registrar uma chave de acesso',
  },
};
