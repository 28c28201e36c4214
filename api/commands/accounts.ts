import type { BusinessFacts } from '#domain/businesses/business.ts'
import type { DataRequestKind, DataRequestStep } from '#domain/data-protection/requests.ts'

export interface AccountCommands {
  /** A change that takes a shop, states or content rights away is refused until the chief has accepted that. */
  'set-role': {
    input: { user_id: string; role: string; accept_consequences?: boolean }
    output: { user_id: string; role: string }
  }
  'verify-account': { input: { user_id: string; verified: boolean }; output: { user_id: string; verified: boolean } }
  /** Signs a user out everywhere; `sessions` is how many were ended. */
  'end-sessions': { input: { user_id: string }; output: { user_id: string; sessions: number } }
  /** Keeps a person of a lower role out of the market; they read the reason. */
  'suspend-account': { input: { user_id: string; reason: string }; output: { user_id: string; suspended: true } }
  'reinstate-account': { input: { user_id: string; reason: string }; output: { user_id: string; suspended: false } }
  /** How to reach a person, for staff who may open their record. Recorded with the reason. */
  'reveal-contact': {
    input: { user_id: string; reason: string }
    output: { phone: string | null; email: string | null }
  }
  /** Requires an authentication (password, code) in this session within the last 5 minutes. */
  'delete-account': { input: { user_id: string }; output: { user_id: string } }
}

/** Companies that buy, and their people. */
export interface BusinessCommands {
  /** Asks for a company to be verified, corrects what was asked, or asks for a change of a verified one. */
  'save-business': { input: BusinessFacts & { state: string }; output: { business_id: string } }
  /** `refuse` turns down what is asked; `withdraw` ends a verification. */
  'decide-business': {
    input: { business_id: string; decision: 'verify' | 'refuse' | 'withdraw'; note: string; requested_at: string }
    output: { business_id: string; status: 'verified' | 'refused' }
  }
  /** Whether the caller's next orders are for their company. */
  'order-for-business': { input: { on: boolean }; output: { on: boolean } }
  'invite-colleague': { input: { contact: string }; output: { member_id: string } }
  'join-business': { input: { member_id: string }; output: { member_id: string } }
  /** Makes a member the owner; the caller, who was it, goes on buying for the company. */
  'pass-business': { input: { member_id: string }; output: { member_id: string } }
  /** Ends a membership or withdraws an invitation. The owner leaves last, which closes the company. */
  'leave-business': { input: { member_id: string }; output: { member_id: string } }
}

/** Requests of people about their data, and incidents with data. */
export interface DataProtectionCommands {
  /** Staff enter a request that reached them outside of an account. */
  'open-data-request': {
    input: {
      kind: DataRequestKind
      channel: 'e-mail' | 'phone' | 'letter' | 'in-person'
      person_id: string | null
      requester: string
      details: string
      received_on: string
    }
    output: { request_id: string; request_no: number }
  }
  /** `text`: the reason of an extension or refusal, or the outcome. `until`: the new deadline. */
  'handle-data-request': {
    input: { request_id: string; step: DataRequestStep; text: string; until: string | null }
    output: { request_id: string; status: 'open' | 'confirming' | 'fulfilled' | 'refused' }
  }
  /** The first chief agrees, the second one erases. */
  'confirm-erasure': {
    input: { request_id: string }
    output: { request_id: string; status: 'confirming' | 'fulfilled' }
  }
  'make-data-export': { input: { request_id: string }; output: { export_id: string } }
  /** Once, with the second step. The file is made now and not kept. */
  'take-data-export': { input: { export_id: string }; output: { file: Record<string, unknown> } }
  /** A person has downloaded their own data: recorded once a day. */
  'log-data-export': { input: { file: 'data' | 'orders' }; output: { logged: boolean } }
  /** `incident_id` null opens one. Times are ISO texts; null if no one has been told yet. */
  'save-data-incident': {
    input: {
      incident_id: string | null
      title: string
      discovered_at: string
      what_happened: string
      data_affected: string
      people_affected: number
      is_high_risk: boolean
      measures: string
      commission_notified_at: string | null
      people_notified_at: string | null
      close: boolean
    }
    output: { incident_id: string }
  }
}
