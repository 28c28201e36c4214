import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

export const messageRefusals = {
  forbidden: {
    not_yours_to_write: 'You can write to other staff, and to the buyers and shops of the states that you look after.',
  },
  conflict: {
    answered_meanwhile: 'Somebody has answered this since you opened it. Nothing was sent; look at their answer first.',
    case_moved: 'Somebody else has taken this meanwhile. Nothing was changed.',
    about_one_thing: 'A conversation is about one order, group buy or claim.',
  },
} as const satisfies RefusalTexts
