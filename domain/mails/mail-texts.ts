// Texts about mails: the log of sent mails and the editor of templates.

/** Texts of the mail log: why a mail failed, and how to proceed. */
export const failedMailTexts = {
  refused: 'The recipient’s mail server refuses it. Check the address with them, then send it again.',
  unreachable: 'The mail server could not be reached. Once it works again, send it again.',
  requestNew: 'Its link and code have run out. The person can ask for a new mail on the sign-in page.',
  tooLate: 'Its text is no longer stored. Write to the person yourself.',
  opensAccount: 'Not stored, because it gives access to the account.',
  inInbox: 'You can read it in the contact inbox.',
} as const

/** Why a mail in the log can't be resent. */
export const mailResendTexts = {
  notFailed: 'Only a mail that failed can be sent again.',
  runOut: failedMailTexts.requestNew,
  forgotten: 'This mail is no longer stored, so it cannot be sent again.',
} as const

export const templateTexts = {
  unknown: (name: string, known: readonly string[]) =>
    `This mail has no placeholder {{${name}}}. It has ${shownPlaceholders(known)}.`,
  missing: (name: string) => `This mail needs the placeholder {{${name}}}.`,
  unescaped: 'Write placeholders between {{ and }}; three braces, & and = are not allowed',
} as const

/** Placeholders as they are typed in a template; lists are shown by their fields. */
function shownPlaceholders(known: readonly string[]): string {
  return known
    .filter((name) => !known.some((other) => other.startsWith(`${name}.`)))
    .map((name) => name.split('.'))
    .map(([first, inside]) => (inside ? `{{${inside}}} inside {{#${first}}}` : `{{${first}}}`))
    .join(', ')
}
