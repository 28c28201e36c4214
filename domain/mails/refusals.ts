import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

export const mailRefusals = {
  conflict: {
    text_changed_meanwhile:
      'Somebody else has changed this text since you opened it. Nothing was saved; look at their text first.',
    text_locked:
      'People recognise this message by its words when their account, money or data is touched, so nobody can change it.',
  },
} as const satisfies RefusalTexts
