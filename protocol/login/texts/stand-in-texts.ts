// What the pages of stand-ins for identity providers say.
import type { Language } from '#protocol/realm/texts/languages.ts';

export type StandInTextKey =
  | 'understudy.standInTitle'
  | 'understudy.standInNote'
  | 'understudy.standInPeople'
  | 'understudy.standInPrivate'
  | 'understudy.standInOther'
  | 'understudy.standInContinue'
  | 'understudy.standInRefuse'
  | 'understudy.standInChoose'
  | 'understudy.standInClients';

type StandInTexts = Readonly<Record<StandInTextKey, string>>;

export const STAND_IN_TEXTS: Readonly<Record<Language, StandInTexts>> = {
  en: {
    'understudy.standInTitle': 'Stand-in for {0}',
    'understudy.standInNote': 'Not {0}: Understudy plays its part for realm {1}. Choose who signs in.',
    'understudy.standInPeople': 'People',
    'understudy.standInPrivate': 'Keep the e-mail address private',
    'understudy.standInOther': 'Someone else, by e-mail address',
    'understudy.standInContinue': 'Continue with this address',
    'understudy.standInRefuse': 'Refuse (access denied)',
    'understudy.standInChoose': 'Choose a person, or enter an e-mail address.',
    'understudy.standInClients':
      'Not {0}: Understudy plays its part for realm {1}. Choose the application to sign in to.',
  },
  ar: {
    'understudy.standInTitle': 'بديل عن {0}',
    'understudy.standInNote': 'هذا ليس {0}: يؤدي Understudy دوره للنطاق {1}. اختر من يسجّل الدخول.',
    'understudy.standInPeople': 'الأشخاص',
    'understudy.standInPrivate': 'إبقاء عنوان البريد الإلكتروني خاصًا',
    'understudy.standInOther': 'شخص آخر، بعنوان بريده الإلكتروني',
    'understudy.standInContinue': 'المتابعة بهذا العنوان',
    'understudy.standInRefuse': 'رفض (الوصول مرفوض)',
    'understudy.standInChoose': 'اختر شخصًا أو أدخل عنوان بريد إلكتروني.',
    'understudy.standInClients':
      'هذا ليس {0}: يؤدي Understudy دوره للنطاق {1}. اختر التطبيق الذي تريد تسجيل الدخول إليه.',
  },
  de: {
    'understudy.standInTitle': 'Ersatz für {0}',
    'understudy.standInNote':
      'Das ist nicht {0}: Understudy übernimmt die Rolle für Realm {1}. Wählen Sie, wer sich anmeldet.',
    'understudy.standInPeople': 'Personen',
    'understudy.standInPrivate': 'E-Mail-Adresse nicht weitergeben',
    'understudy.standInOther': 'Eine andere Person, mit E-Mail-Adresse',
    'understudy.standInContinue': 'Mit dieser Adresse fortfahren',
    'understudy.standInRefuse': 'Ablehnen (Zugriff verweigert)',
    'understudy.standInChoose': 'Wählen Sie eine Person, oder geben Sie eine E-Mail-Adresse ein.',
    'understudy.standInClients':
      'Das ist nicht {0}: Understudy übernimmt die Rolle für Realm {1}. Wählen Sie die Anwendung, bei der Sie sich anmelden.',
  },
  es: {
    'understudy.standInTitle': 'Sustituto de {0}',
    'understudy.standInNote':
      'Esto no es {0}: Understudy hace su papel para el realm {1}. Elija quién inicia sesión.',
    'understudy.standInPeople': 'Personas',
    'understudy.standInPrivate': 'Mantener privada la dirección de correo electrónico',
    'understudy.standInOther': 'Otra persona, por su correo electrónico',
    'understudy.standInContinue': 'Continuar con esta dirección',
    'understudy.standInRefuse': 'Rechazar (acceso denegado)',
    'understudy.standInChoose': 'Elija una persona o introduzca una dirección de correo electrónico.',
    'understudy.standInClients':
      'Esto no es {0}: Understudy hace su papel para el realm {1}. Elija la aplicación en la que iniciar sesión.',
  },
  fr: {
    'understudy.standInTitle': 'Remplaçant de {0}',
    'understudy.standInNote':
      'Ceci n’est pas {0} : Understudy joue son rôle pour le realm {1}. Choisissez qui se connecte.',
    'understudy.standInPeople': 'Personnes',
    'understudy.standInPrivate': 'Ne pas communiquer l’adresse e-mail',
    'understudy.standInOther': 'Une autre personne, par son adresse e-mail',
    'understudy.standInContinue': 'Continuer avec cette adresse',
    'understudy.standInRefuse': 'Refuser (accès refusé)',
    'understudy.standInChoose': 'Choisissez une personne ou saisissez une adresse e-mail.',
    'understudy.standInClients':
      'Ceci n’est pas {0} : Understudy joue son rôle pour le realm {1}. Choisissez l’application à laquelle vous connecter.',
  },
  it: {
    'understudy.standInTitle': 'Sostituto di {0}',
    'understudy.standInNote':
      'Questo non è {0}: Understudy ne fa le veci per il realm {1}. Scegli chi effettua l’accesso.',
    'understudy.standInPeople': 'Persone',
    'understudy.standInPrivate': 'Non comunicare l’indirizzo email',
    'understudy.standInOther': 'Un’altra persona, tramite indirizzo email',
    'understudy.standInContinue': 'Continua con questo indirizzo',
    'understudy.standInRefuse': 'Rifiuta (accesso negato)',
    'understudy.standInChoose': 'Scegli una persona o inserisci un indirizzo email.',
    'understudy.standInClients':
      'Questo non è {0}: Understudy ne fa le veci per il realm {1}. Scegli l’applicazione a cui accedere.',
  },
  ja: {
    'understudy.standInTitle': '{0} の代役',
    'understudy.standInNote':
      'これは {0} ではありません。Understudy がレルム {1} のために代わりを務めています。ログインする人を選択してください。',
    'understudy.standInPeople': '人物',
    'understudy.standInPrivate': 'メールアドレスを非公開にする',
    'understudy.standInOther': 'ほかの人をメールアドレスで指定',
    'understudy.standInContinue': 'このアドレスで続ける',
    'understudy.standInRefuse': '拒否する（アクセス拒否）',
    'understudy.standInChoose': '人物を選択するか、メールアドレスを入力してください。',
    'understudy.standInClients':
      'これは {0} ではありません。Understudy がレルム {1} のために代わりを務めています。ログインするアプリケーションを選択してください。',
  },
  nl: {
    'understudy.standInTitle': 'Vervanger van {0}',
    'understudy.standInNote':
      'Dit is niet {0}: Understudy speelt die rol voor realm {1}. Kies wie er inlogt.',
    'understudy.standInPeople': 'Personen',
    'understudy.standInPrivate': 'E-mailadres privé houden',
    'understudy.standInOther': 'Iemand anders, met een e-mailadres',
    'understudy.standInContinue': 'Doorgaan met dit adres',
    'understudy.standInRefuse': 'Weigeren (toegang geweigerd)',
    'understudy.standInChoose': 'Kies een persoon of voer een e-mailadres in.',
    'understudy.standInClients':
      'Dit is niet {0}: Understudy speelt die rol voor realm {1}. Kies de applicatie waarbij u inlogt.',
  },
  'pt-BR': {
    'understudy.standInTitle': 'Substituto de {0}',
    'understudy.standInNote':
      'Este não é o {0}: o Understudy faz o papel dele para o realm {1}. Escolha quem entra.',
    'understudy.standInPeople': 'Pessoas',
    'understudy.standInPrivate': 'Manter o endereço de e-mail privado',
    'understudy.standInOther': 'Outra pessoa, pelo endereço de e-mail',
    'understudy.standInContinue': 'Continuar com este endereço',
    'understudy.standInRefuse': 'Recusar (acesso negado)',
    'understudy.standInChoose': 'Escolha uma pessoa ou informe um endereço de e-mail.',
    'understudy.standInClients':
      'Este não é o {0}: o Understudy faz o papel dele para o realm {1}. Escolha o aplicativo em que deseja entrar.',
  },
  sv: {
    'understudy.standInTitle': 'Ersättare för {0}',
    'understudy.standInNote':
      'Det här är inte {0}: Understudy spelar rollen för realm {1}. Välj vem som loggar in.',
    'understudy.standInPeople': 'Personer',
    'understudy.standInPrivate': 'Lämna inte ut e-postadressen',
    'understudy.standInOther': 'Någon annan, med e-postadress',
    'understudy.standInContinue': 'Fortsätt med den här adressen',
    'understudy.standInRefuse': 'Avböj (åtkomst nekad)',
    'understudy.standInChoose': 'Välj en person eller ange en e-postadress.',
    'understudy.standInClients':
      'Det här är inte {0}: Understudy spelar rollen för realm {1}. Välj programmet som du vill logga in på.',
  },
};
