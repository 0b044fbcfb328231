// Arabic texts of messages.
import type { WrittenTexts } from './en.ts';

export const AR: WrittenTexts = {
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
  identityProviderLinkSubject: 'ربط {0}',
  identityProviderLinkBody: `يريد شخص ما ربط حساب {0} {2} بحسابك في {1}. إذا كنت أنت، فأكّد ذلك هنا:

{3}

الرابط صالح لمدة {5} ولمرة واحدة. بعد ذلك يمكنك تسجيل الدخول إلى {1} باستخدام {0}.

إذا لم تكن أنت، فتجاهل هذه الرسالة؛ لن يتغير شيء.`,
};
