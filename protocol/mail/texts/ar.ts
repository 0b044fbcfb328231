// Arabic texts of messages.
import type { MailTextKey } from './en.ts';

export const AR: Readonly<Record<MailTextKey, string>> = {
  emailVerificationSubject: 'أكّد بريدك الإلكتروني',
  emailVerificationBody: `أُنشئ حساب في {2} بهذا العنوان. إذا كان حسابك فأكّد العنوان:

{0}

مدة صلاحية الرابط: {3}.

إذا لم تنشئ حسابًا فتجاهل هذه الرسالة.`,
  passwordResetSubject: 'اختر كلمة مرور جديدة',
  passwordResetBody: `طُلبت كلمة مرور جديدة لحسابك في {2}. اخترها هنا:

{0}

مدة صلاحية الرابط: {3}، ويعمل مرة واحدة.

إذا لم تطلب ذلك فتجاهل هذه الرسالة، ولن يتغير شيء.`,
  executeActionsSubject: 'حدّث حسابك',
  executeActionsBody: `يطلب منك المسؤول تحديث حسابك في {2}: {3}. ابدأ هنا:

{0}

مدة صلاحية الرابط: {4}.`,
  emailUpdateConfirmationSubject: 'أكّد بريدك الإلكتروني الجديد',
  emailUpdateConfirmationBody: `لاستخدام {1} في حسابك في {2}، أكّد العنوان:

{0}

مدة صلاحية الرابط: {3}.

إذا لم تطلب هذا التغيير فتجاهل هذه الرسالة.`,
  'requiredAction.CONFIGURE_RECOVERY_AUTHN_CODES': 'إنشاء رموز الاسترداد',
  'requiredAction.CONFIGURE_TOTP': 'إعداد الرموز لمرة واحدة',
  'requiredAction.TERMS_AND_CONDITIONS': 'قبول الشروط والأحكام',
  'requiredAction.UPDATE_EMAIL': 'تحديث البريد الإلكتروني',
  'requiredAction.UPDATE_PASSWORD': 'تحديث كلمة المرور',
  'requiredAction.UPDATE_PROFILE': 'تحديث الملف الشخصي',
  'requiredAction.VERIFY_EMAIL': 'التحقق من البريد الإلكتروني',
  'requiredAction.VERIFY_PROFILE': 'التحقق من الملف الشخصي',
  'requiredAction.delete_account': 'حذف الحساب',
  'requiredAction.delete_credential': 'حذف بيانات اعتماد',
  'requiredAction.update_user_locale': 'اختيار اللغة',
};
