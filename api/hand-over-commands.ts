import type { OpenDay } from '#domain/places/opening-hours.ts'

/** Goods change hands, and who may hand them over. */
export interface HandOverCommands {
  /** All that the caller has to collect, with its codes. Kept nowhere: not even for a retry. */
  'read-codes': { input: Record<never, never>; output: { codes: CollectionCode[] } }
  /** A new code, and the former one ends. */
  'renew-code': { input: { hand_over_id: string }; output: { hand_over_id: string } }
  /** A code of its own for a person whom the buyer sends; without a name it ends. */
  'name-nominee': { input: { hand_over_id: string; name: string | null }; output: { hand_over_id: string } }
  /** Staff of the place give goods out against a code. `lines` null: everything that is left. */
  'hand-over': { input: { hand_over_id: string; code: string; lines: HandOverLineInput[] | null }; output: HandOverResult }
  /** The same without a code, after a look at papers; `photo` is a file of the caller's in `hand-over-photos`. */
  'override-hand-over': {
    input: {
      hand_over_id: string
      identity: 'id-card' | 'known' | 'called'
      reason: string
      photo: string
      lines: HandOverLineInput[] | null
    }
    output: CompletedHandOver
  }
  /** The buyer's word about goods that the shop itself gave out without a code: they are payable after the usual claim time. */
  'confirm-hand-over': { input: { hand_over_id: string }; output: { hand_over_id: string } }
  /** Into the caller's shop, or as coordinator or chief into a place of the market. By e-mail address or telephone number. */
  'invite-staff': {
    input: { pickup_point_id: string | null; duty: 'hand-over' | 'delivery'; contact: string }
    output: { invitation_id: string }
  }
  'accept-invitation': { input: { invitation_id: string }; output: { membership_id: string } }
  /** An invitation that nobody has accepted, or a membership: by whoever gives it, or the member. Its rights end at once. */
  'end-membership': { input: { id: string }; output: { id: string } }
}

export interface HandOverLineInput {
  line_id: string
  quantity: number
}

export interface CompletedHandOver {
  outcome: 'done'
  order_id: string
  is_all: boolean
  /** Of the rest. */
  next_hand_over_id: string | null
  claim_until: string
}

/** A wrong code is an answer and no refusal: it is counted. */
export type HandOverResult =
  | CompletedHandOver
  | { outcome: 'wrong'; tries_left: number }
  | { outcome: 'locked'; until: string }

export interface CollectionCode {
  hand_over_id: string
  order_id: string
  order_no: number
  code: string
  nominee: { name: string; code: string } | null
  kind: 'pickup' | 'delivery' | 'stockpile'
  place: { name: string; address: string; instructions: string; opening_hours: OpenDay[] }
  shop_name: string
  due_from: string
  /** Null where no time ends it. */
  due_until: string | null
  lines: { name: string; unit: string; quantity: number }[]
}
