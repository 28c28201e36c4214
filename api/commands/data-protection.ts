import type { DataRequestKind, DataRequestStep } from '#domain/data-protection/requests.ts'

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
  /** `incident_id` null opens one. Times are ISO texts; null if nobody has been told yet. */
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
