/** Faults of an own text. */
export const ownTextTexts = {
  unknown: (name: string, known: readonly string[]) =>
    `This message has no placeholder {${name}}. It has ${known.map((one) => `{${one}}`).join(', ') || 'none'}.`,
  missing: (names: readonly string[]) =>
    `This message has to say ${names.map((one) => `{${one}}`).join(', ')}. Put it back where it belongs.`,
  privateTitle: (name: string) => `Locked phones show the title, so it cannot say {${name}}.`,
  secretSubject: 'Staff see the subject in the log of mails, so it cannot say {code}.',
  braces: 'Write a placeholder between { and }. Other braces are not allowed.',
  markup: 'Write plain text, without < and >.',
  address: 'Links come from placeholders only. Take this address out.',
  number:
    'Write no phone or account number: one chief alone could send people elsewhere. Numbers come from placeholders only.',
  oneLine: 'This has to be one line.',
  tooLong: (most: number) => `At most ${most} characters, please.`,
  tooManyParts: (most: number) =>
    `With its facts this SMS would be charged as more than ${most === 1 ? 'one message' : `${most} messages`}. Make it shorter.`,
} as const
