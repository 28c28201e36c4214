import { type ActDescribers, type Fields, subjectOf, textOf } from '#domain/acts/act.ts'
import { parseRole, roleLabels } from './roles.ts'

export const accountActs = {
  'role.set': ({ act, before, after }) => [
    ' changed the role of ',
    subjectOf(act),
    ` from ${roleOf(before)} to ${roleOf(after)}.`,
  ],
  'role.grant': ({ act, before, after }) => [
    ' gave ',
    subjectOf(act),
    ` the role ${roleOf(after)}, from ${roleOf(before)}.`,
  ],
  'sessions.end': ({ act }) => [' signed ', subjectOf(act), ' out everywhere.'],
  'region.assign': ({ act, before, after }) => [
    ' gave ',
    subjectOf(act),
    ` the states ${listOf(after.states)}. Before: ${listOf(before.states)}.`,
  ],
  'person.find': ({ act, after }) => [
    ` looked for people by a ${after.by === 'email' ? 'whole e-mail address' : 'whole phone number'} and found `,
    act.subject_id ? subjectOf(act) : 'no one',
    '.',
  ],
  'account.verify': ({ act, after }) => [
    after.verified ? ' verified the account of ' : ' took back the verification of the account of ',
    subjectOf(act),
    '.',
  ],
  'account.suspend': ({ act, after }) => [' suspended the account of ', subjectOf(act), `: ${reasonOf(after)}`],
  'account.reinstate': ({ act, after }) => [' reinstated the account of ', subjectOf(act), `: ${reasonOf(after)}`],
  'contact.reveal': ({ act, after }) => [' looked up how to reach ', subjectOf(act), `: ${reasonOf(after)}`],
  'account.delete': ({ before }) => [` deleted their own account; their role was ${roleOf(before)}.`],
} satisfies ActDescribers

const roleOf = (fields: Fields): string => roleLabels[parseRole(fields.role)]

const reasonOf = (fields: Fields): string => textOf(fields.reason) ?? 'no reason is recorded'

const listOf = (states: unknown): string =>
  Array.isArray(states) && states.length > 0 ? states.map(String).join(', ') : 'none'
