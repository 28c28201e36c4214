import type { RecordSubject, StaffNote } from '#domain/records/staff-notes.ts'

export interface StaffCommands {
  /** A second person approves an amount that a colleague entered, which carries it out, or refuses it with a note. */
  'decide-amount': {
    input: { amount_id: string; agree: boolean; note: string }
    output: { amount_id: string; status: 'done' | 'refused' }
  }
  /**
   * People by a whole phone number or e-mail address: whom the manager or coordinator oversees; a chief finds everyone.
   * At most five. Each search is logged, without the number or the address.
   */
  'find-people-by-contact': { input: { contact: string }; output: { people: FoundPerson[] } }
  'assign-region': { input: { manager_id: string; states: string[] }; output: { manager_id: string; states: string[] } }
  /**
   * Plans a setting's value. `effective_from` null: as soon as allowed, for a rate in an hour. A rate is refused with a
   * preview until `confirm` repeats it, such as "2%". Chiefs only; `withdraw-setting` cancels it before its day.
   */
  'plan-setting': {
    input: {
      key: string
      value: number | string | null
      effective_from: string | null
      note: string
      confirm: string | null
    }
    output: { key: string; effective_from: string }
  }
  'withdraw-setting': {
    input: { key: string; effective_from: string }
    output: { key: string; effective_from: string }
  }
}

export interface FoundPerson {
  id: string
  full_name: string
  /** The shop of their latest order at a shop that the reader oversees; null if there is none. */
  shop: string | null
  last_order_at: string | null
}

export interface RecordCommands {
  /** Staff write down a note, call or visit about a record. A call also answers the next calls that are due there. */
  'add-staff-note': { input: StaffNote; output: { staff_note_id: string } }
  /** Marks a promised next call as done, without another call. */
  'finish-next-call': { input: { staff_note_id: string }; output: { staff_note_id: string } }
  /** Records that the caller opened a record, once an hour. */
  'log-record-view': {
    input: { record_kind: RecordSubject; record_id: string }
    output: { is_logged: boolean }
  }
}
