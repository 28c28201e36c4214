import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

export const handOverRefusals = {
  invalid: {
    nothing_selected: 'Tick what the person takes, then enter the code.',
    not_one_visit: 'These orders are not collected together.',
    photo_missing: 'Take a photo of what you were shown.',
    photo_too_small: 'This photograph is too small to show anything. Take one of at least 320 by 240 pixels.',
  },
  forbidden: {
    own_goods: /*i18n*/ 'You cannot hand goods over to yourself. Ask a colleague.',
    code_at_the_door:
      'At the door, goods are handed over only against the buyer’s code. Without it, record a failed delivery.',
  },
  conflict: {
    other_code: 'One of these orders has another code. Hand it over separately.',
    weigh_first: 'These goods are sold by weight. Weigh them and enter the weight, then hand them over.',
    weight_waits:
      'The weight of these goods is lower than stated or gives much money back, so the shop or a manager answers first.',
    nothing_left: 'Nothing is left to hand over.',
    not_left: 'These goods are not left to be handed over.',
    handed_over_already: 'This has already been handed over.',
    decided_already: 'It has already been decided what happens to these goods.',
    not_agreed: 'The buyer has not agreed to this.',
    claim_is_open: /*i18n*/ 'There is an open claim about these goods. It is decided first.',
    photo_used: 'This photograph has proved something already. Take a new one.',
    override_ceiling:
      'This shop has reached today’s limit for hand-overs without a code. Ask the buyer for the code, or a manager for help.',
    not_handed_over: 'These goods are not handed over yet. Hand them over first, with the code or without one.',
    settled_already: 'This has already been settled.',
    nothing_to_confirm: /*i18n*/ 'There is nothing to confirm here any more.',
    hand_over_locked: 'Wrong codes have locked this hand-over. It opens again without a code once the lock has ended.',
    invited_already: 'This person has already been invited.',
    member_already: 'This person is already one of your staff.',
    phone_of_ended_order:
      'The buyer’s number is shown while an order is paid and not handed over. Write to them instead.',
    own_invitation: 'You cannot invite yourself. Another person with your role can.',
    phone_invitation: 'People cannot sign in with a phone number here yet. Invite them by their e-mail address.',
    rider_is_out: 'This rider is out with a run. Give the run to another rider first, or wait until it ends.',
  },
} as const satisfies RefusalTexts
