import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

export const ajoRefusals = {
  missing: {
    circle_not_found: /*i18n*/ 'There is no such circle, or it is not yours.',
  },
  conflict: {
    sum_out_of_bounds: /*i18n*/ 'This sum a month is too small or too large.',
    circle_full: /*i18n*/ 'All seats of this circle are taken.',
    circle_started: /*i18n*/ 'This circle has started. Nobody can join it any more.',
    circle_not_full: /*i18n*/ 'The circle starts when all seats are taken.',
    circle_not_running: /*i18n*/ 'This circle is not running.',
    circle_changed: /*i18n*/ 'Your money in the circle has changed since you read the page. Please look again.',
    circle_defaulted: /*i18n*/ 'You did not pay in another circle. You can join a new one when that circle has ended.',
    turn_taken: /*i18n*/ 'You have had your turn, so you stay in the circle until its last month.',
    contribution_paid: /*i18n*/ 'This month is paid.',
    contribution_closed: /*i18n*/ 'This month cannot be paid now.',
    vote_closed: /*i18n*/ 'There is no vote now. It opens again when the circle has bought.',
    vote_too_short: /*i18n*/ 'This group buy closes before the circle buys. Please choose another one.',
  },
} as const satisfies RefusalTexts
