import type { ConflictSettlement, HandOverConflict } from '#domain/hand-overs/conflict-texts.ts'
import type { UncollectedDecision, UncollectedPreference } from '#domain/hand-overs/uncollected.ts'
import type { MoneyPlace } from '#domain/payments/typed-amounts.ts'
import type { OpenDay } from '#domain/places/opening-hours.ts'

export interface EndMembershipInput {
  id: string
  successor_id: string | null
}

export interface HandOverCommands {
  /** All that the caller has to collect, with the codes. The response is never stored, not even for a retry. */
  'read-codes': { input: Record<never, never>; output: { codes: CollectionCode[] } }
  /** Issues a new code and revokes the previous one. */
  'renew-code': { input: { hand_over_id: string }; output: { hand_over_id: string } }
  /** Issues a separate code for a person whom the buyer sends; `name` null revokes it. */
  'name-nominee': { input: { hand_over_id: string; name: string | null }; output: { hand_over_id: string } }
  /**
   * Staff of the place hand goods over against a code. `lines` null: all remaining goods. `others`: other orders of the
   * same person at the place, which have the same code and change hands in the same act.
   */
  'hand-over': {
    input: {
      hand_over_id: string
      code: string
      lines: HandOverLineInput[] | null
      others?: { hand_over_id: string; lines: HandOverLineInput[] | null }[]
    }
    output: HandOverResult
  }
  /**
   * Hashes by which a device of the place's staff recognises the QR codes of these hand-overs without a network; hand-overs
   * that the caller may not complete are left out.
   */
  'read-code-checks': { input: { hand_over_ids: string[] }; output: { checks: CodeCheck[] } }
  /**
   * Sends a hand-over that was written down without a network, with the id that the device gave it. `acted_at` and `sent_at`
   * are times of the device. Orders whose hand-over is not valid become conflicts; the others change hands.
   */
  'send-offline-hand-over': {
    input: {
      id: string
      goods: { hand_over_id: string; lines: HandOverLineInput[] | null }[]
      code: string
      token: string | null
      acted_at: string
      sent_at: string
    }
    output: { outcome: 'received'; results: OfflineResult[] } | { outcome: 'locked'; until: string }
  }
  /** Staff of the place record how a conflict was settled. */
  'settle-offline-hand-over': {
    input: { id: string; settlement: ConflictSettlement; note: string }
    output: { id: string }
  }
  /** The same without a code, after an identity check; `photo` is a file of the caller's in `hand-over-photos`. */
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
  /**
   * The buyer confirms goods that the shop handed over without a code: they are payable after the usual claim period.
   */
  'confirm-hand-over': { input: { hand_over_id: string }; output: { hand_over_id: string } }
  /**
   * Invites to the caller's shop, or as coordinator or chief to a place of the market. By e-mail address or telephone
   * number.
   */
  'invite-staff': {
    input: { pickup_point_id: string | null; duty: 'hand-over' | 'delivery'; contact: string }
    output: { invitation_id: string }
  }
  'accept-invitation': { input: { invitation_id: string }; output: { membership_id: string } }
  /**
   * Ends an open invitation or a membership, by the party that grants it or by the member. Its rights end at once.
   * `successor_id`: another rider of the same place, who takes over the runs of a rider; without one, a rider whose run
   * is out stays.
   */
  'end-membership': { input: EndMembershipInput; output: { id: string } }
  /** The outcome that the buyer prefers for uncollected goods; null withdraws it. */
  'choose-uncollected-outcome': {
    input: { order_id: string; preferred_outcome: UncollectedPreference | null }
    output: { order_id: string; preferred_outcome: UncollectedPreference | null }
  }
  /** The buyer's phone number, if known, and e-mail address. The access is logged. */
  'look-up-buyer': { input: { order_id: string }; output: { phone: string | null; email: string | null } }
  'log-call': { input: { order_id: string; answered: 'yes' | 'no'; note: string }; output: { call_id: string } }
  /**
   * Settles uncollected goods as staff and buyer have agreed. `hand_over_id` is the hand-over that the user saw: a
   * partial collection opens a new one. `proceeds_kobo`: the proceeds of a sale, otherwise 0; `money_at` is where they
   * are, `bank_entry` names the transfer into our bank. `is_waiting`: a second person has to agree first
   * (`decide-amount`).
   */
  'decide-uncollected': {
    input: {
      order_id: string
      hand_over_id: string
      decision: UncollectedDecision
      proceeds_kobo: number
      money_at: MoneyPlace | null
      bank_entry: string | null
      reason: string
    }
    output: { order_id: string; returned_kobo: number; is_waiting: boolean }
  }
}

export interface HandOverLineInput {
  line_id: string
  quantity: number
}

export interface CompletedHandOver {
  outcome: 'done'
  order_id: string
  is_all: boolean
  /** The hand-over of the remaining goods. */
  next_hand_over_id: string | null
  claim_until: string
  /** The other orders of the act, if any. */
  others?: { order_id: string; is_all: boolean }[]
}

interface CodeCheck {
  hand_over_id: string
  /** The person whom the buyer sends; null: the buyer's own code. */
  nominee: string | null
  /** SHA-256 of the token, in base64url. */
  hash: string
}

export interface OfflineResult {
  hand_over_id: string
  order_no: number
  /** Null: the goods have changed hands. */
  conflict: HandOverConflict | null
}

/** A wrong code is a result rather than a refusal, because the attempt has to be committed. */
type HandOverResult =
  | CompletedHandOver
  | { outcome: 'wrong'; tries_left: number }
  | { outcome: 'locked'; until: string }

export interface CollectionCode {
  hand_over_id: string
  order_id: string
  order_no: number
  code: string
  /** Part of the QR code, which devices can check without a network. */
  token: string | null
  nominee: { name: string; code: string; token: string } | null
  kind: 'pickup' | 'delivery' | 'stockpile'
  place: { name: string; address: string; instructions: string; opening_hours: OpenDay[] }
  shop_name: string
  due_from: string
  /** Null: no deadline. */
  due_until: string | null
  lines: { name: string; unit: string; quantity: number }[]
}
