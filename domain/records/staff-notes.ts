import { addDays } from '#domain/time/calendar.ts'

/** Kinds of things that have a record in the back office. */
export const RECORD_KINDS = ['order', 'person', 'shop', 'buy', 'payment', 'claim', 'place'] as const
export type RecordSubject = (typeof RECORD_KINDS)[number]

export const NOTE_KINDS = ['note', 'call', 'visit'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]

/** The longest note of staff, in characters; the same in the table. */
export const STAFF_NOTE_LENGTH = 1000

/** Days until which a next call can be planned. */
const NEXT_CALL_WITHIN_DAYS = 90

/** Days after which a visit is not entered any more. */
const VISIT_ENTERED_WITHIN_DAYS = 366

/** Outcomes of a call or visit, with their labels. */
export const noteOutcomes = {
  call: { reached: 'Reached', not_reached: 'Not reached' },
  visit: { in_order: 'All in order', not_in_order: 'Not in order' },
} as const

export const NOTE_OUTCOMES = ['reached', 'not_reached', 'in_order', 'not_in_order'] as const
type NoteOutcome = (typeof NOTE_OUTCOMES)[number]

export interface StaffNote {
  record_kind: RecordSubject
  record_id: string
  kind: NoteKind
  text: string
  outcome: NoteOutcome | null
  visited_on: string | null
  next_call_on: string | null
}

const hasVisits = (kind: RecordSubject): boolean => kind === 'shop' || kind === 'place'

/** Kinds of notes that a record can have: only shops and places are visited. */
export const noteKindsOf = (kind: RecordSubject): readonly NoteKind[] =>
  NOTE_KINDS.filter((note) => note !== 'visit' || hasVisits(kind))

/** Faults by field of a note that is entered on `today`, a day in Lagos. `public.guard_staff_note` holds the same rules. */
export function staffNoteFaults(note: Omit<StaffNote, 'text'>, today: string): Record<string, string> {
  const { record_kind, kind, outcome, visited_on: visited, next_call_on: next } = note
  const faults: Record<string, string> = {}
  if (!noteKindsOf(record_kind).includes(kind)) faults.kind = 'Only shops and places are visited.'
  const outcomes: object = kind === 'note' ? {} : noteOutcomes[kind]
  if (kind === 'note' ? outcome !== null : outcome === null || !Object.hasOwn(outcomes, outcome))
    faults.outcome = kind === 'note' ? 'A note has no outcome.' : 'Please say how it went.'
  if ((kind === 'visit') !== (visited !== null)) faults.visited_on = 'Please give the day of the visit.'
  else if (visited !== null && (visited > today || visited < addDays(today, -VISIT_ENTERED_WITHIN_DAYS)))
    faults.visited_on = 'A visit was in the past year.'
  if (next !== null && kind !== 'call') faults.next_call_on = 'Only a call has a next call.'
  else if (next !== null && (next < today || next > addDays(today, NEXT_CALL_WITHIN_DAYS)))
    faults.next_call_on = `A next call is within ${NEXT_CALL_WITHIN_DAYS} days.`
  return faults
}
