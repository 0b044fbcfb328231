// Dutch texts of messages.
import type { WrittenTexts } from './en.ts';

export const NL: WrittenTexts = {
  emailVerificationSubject: 'Bevestig uw e-mailadres',
  emailVerificationBody: `Met dit adres is een account bij {2} aangemaakt. Is dit uw account? Bevestig dan het adres:

{0}

De link is {3} geldig.

Hebt u geen account aangemaakt? Dan kunt u dit bericht negeren.`,
  passwordResetSubject: 'Kies een nieuw wachtwoord',
  passwordResetBody: `Er is een nieuw wachtwoord aangevraagd voor uw account bij {2}. Kies het hier:

{0}

De link is {3} geldig en werkt één keer.

Hebt u dit niet aangevraagd? Dan kunt u dit bericht negeren; er verandert niets.`,
  executeActionsSubject: 'Werk uw account bij',
  executeActionsBody: `Uw beheerder vraagt u om uw account bij {2} bij te werken: {3}. Begin hier:

{0}

De link is {4} geldig.`,
  emailUpdateConfirmationSubject: 'Bevestig uw nieuwe e-mailadres',
  emailUpdateConfirmationBody: `Bevestig het adres om {1} voor uw account bij {2} te gebruiken:

{0}

De link is {3} geldig.

Hebt u deze wijziging niet aangevraagd? Dan kunt u dit bericht negeren.`,
  orgInviteSubject: 'Uitnodiging voor de organisatie {0}',
  orgInviteBody: `U bent uitgenodigd voor de organisatie {3} bij {2}. Hier neemt u de uitnodiging aan:

{0}

De link is {4} geldig.

Wilt u geen lid worden? Dan kunt u dit bericht negeren.`,
  identityProviderLinkSubject: '{0} koppelen',
  identityProviderLinkBody: `Iemand wil het account {2} van {0} aan uw account bij {1} koppelen. Was u dat, bevestig het dan hier:

{3}

De link werkt {5}, één keer. Daarna kunt u bij {1} inloggen met {0}.

Was u dat niet, negeer dan dit bericht; er verandert niets.`,
};
