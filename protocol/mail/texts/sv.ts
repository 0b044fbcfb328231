// Swedish texts of messages.
import type { WrittenTexts } from './en.ts';

export const SV: WrittenTexts = {
  emailVerificationSubject: 'Bekräfta din e-postadress',
  emailVerificationBody: `Ett konto hos {2} har skapats med den här adressen. Bekräfta adressen om kontot är ditt:

{0}

Länken gäller i {3}.

Bortse från meddelandet om du inte har skapat något konto.`,
  passwordResetSubject: 'Välj ett nytt lösenord',
  passwordResetBody: `Ett nytt lösenord har begärts för ditt konto hos {2}. Välj det här:

{0}

Länken gäller i {3} och fungerar en gång.

Bortse från meddelandet om du inte har begärt det; ingenting ändras.`,
  executeActionsSubject: 'Uppdatera ditt konto',
  executeActionsBody: `Din administratör ber dig att uppdatera ditt konto hos {2}: {3}. Börja här:

{0}

Länken gäller i {4}.`,
  emailUpdateConfirmationSubject: 'Bekräfta din nya e-postadress',
  emailUpdateConfirmationBody: `Bekräfta adressen för att använda {1} för ditt konto hos {2}:

{0}

Länken gäller i {3}.

Bortse från meddelandet om du inte har begärt bytet.`,
  orgInviteSubject: 'Inbjudan till organisationen {0}',
  orgInviteBody: `Du är inbjuden till organisationen {3} hos {2}. Tacka ja till inbjudan här:

{0}

Länken gäller i {4}.

Bortse från meddelandet om du inte vill gå med.`,
  identityProviderLinkSubject: 'Länka {0}',
  identityProviderLinkBody: `Någon vill länka kontot {2} hos {0} till ditt konto hos {1}. Om det var du, bekräfta det här:

{3}

Länken fungerar i {5}, en gång. Därefter kan du logga in på {1} med {0}.

Om det inte var du, ignorera det här meddelandet; ingenting ändras.`,
};
