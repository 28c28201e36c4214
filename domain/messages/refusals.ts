import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

export const messageRefusals = {
  forbidden: {
    not_reportable: /*i18n*/ 'Only messages that somebody wrote to you can be reported.',
    not_your_states: 'Notices go to the people of states that you look after.',
    second_person_needed: 'A second person who looks after all of these states decides.',
    not_yours_to_write: 'You can write to other staff, and to the buyers and shops of the states that you look after.',
  },
  conflict: {
    answered_meanwhile: 'Somebody has answered this since you opened it. Nothing was sent; look at their answer first.',
    case_moved: 'Somebody else has taken this meanwhile. Nothing was changed.',
    notices_used_up: 'You have sent 3 notices in 24 hours, the most there can be. Nothing more was sent.',
    region_empty: 'Nobody would get this notice. Nothing was sent.',
    audience_changed: 'The number of people has changed since you saw it. Look at it again before you send it.',
    notice_moved: 'This notice has moved on: it was sent, withdrawn or decided. Nothing was changed.',
    reported_before: /*i18n*/ 'You have reported this message already. Our staff will look at it.',
    message_hidden: /*i18n*/ 'Our staff have hidden this message already. There is nothing more to report.',
    reports_used_up: /*i18n*/ 'You have reported 20 messages in 24 hours, the most there can be.',
    report_decided: 'This report was decided before. Nothing was changed.',
    about_one_thing: 'A conversation is about one order, group buy or claim.',
  },
} as const satisfies RefusalTexts
