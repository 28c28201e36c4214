import type { RegionAudience } from '#domain/messages/region-notices.ts'
import type { ReportDecision } from '#domain/messages/reports.ts'
import type { SupportTopic } from '#domain/messages/support.ts'

export interface MessageCommands {
  'send-contact-message': { input: ContactMessage & { captcha_token?: string }; output: { id: string } }
  'answer-contact-message': { input: { id: string; answer: string }; output: { id: string } }
  'start-conversation': {
    input: { order_id: string; body: string }
    output: { conversation_id: string }
  }
  /** Staff write to a person, or to a shop; about at most one thing. */
  'write-to-person': { input: StaffMessage; output: { conversation_id: string } }
  /** A person writes to the market. */
  'write-to-support': {
    input: { topic: SupportTopic; order_id?: string | null; body: string }
    output: { conversation_id: string }
  }
  'answer-support-case': {
    input: { case_id: string; answer: string; answers_seen: number; solves: boolean }
    output: { case_id: string }
  }
  'assign-support-case': {
    input: { case_id: string; from_id?: string | null; to_id?: string | null }
    output: { case_id: string }
  }
  'change-support-case': {
    input: { case_id: string; topic?: SupportTopic | null; status?: 'solved' | 'new' | null; note?: string | null }
    output: { case_id: string }
  }
  /** Staff write to the people of states. `expected`: the number of people that the preview showed. */
  'send-region-notice': {
    input: { states: string[]; audience: RegionAudience; title: string; message: string; expected: number }
    output: { broadcast_id: string; needs_approval: boolean }
  }
  'decide-region-notice': {
    input: { broadcast_id: string; decision: 'approve' | 'refuse' | 'withdraw' }
    output: { broadcast_id: string }
  }
  /** One of the two ids. */
  'report-message': {
    input: { message_id?: string | null; buy_broadcast_id?: string | null; reason: string }
    output: { report_id: string }
  }
  'decide-report': {
    input: { report_id: string; decision: ReportDecision; reason: string }
    output: { report_id: string }
  }
}

interface StaffMessage {
  person_id?: string | null
  vendor_id?: string | null
  order_id?: string | null
  buy_id?: string | null
  claim_id?: string | null
  body: string
}

interface ContactMessage {
  name: string
  email: string
  subject: string
  message: string
}
