import { failedMailTexts } from '#domain/mails/mail-texts.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'
import { isRepeatable, type ListedMail, type MailState } from './queries.ts'

export const mailStateLabels: Record<MailState, string> = {
  pending: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  repeatable: 'Failed, can be sent again',
}

export const mailTones: Partial<Record<string, BadgeTone>> = { sent: 'good', failed: 'urgent' }

/** "group buy confirmed" */
export const mailKind = (kind: string | undefined): string =>
  kind?.replace(/^auth-/, '').replaceAll(/[-_]/g, ' ') ?? 'none'

/**
 * The text shown instead of content that the log omits: mails that open an account, and messages that have their own
 * inbox.
 */
export const omittedContent = (kind: string | null): string => {
  if (kind === 'contact') return failedMailTexts.inInbox
  return kind?.startsWith('auth-') ? failedMailTexts.opensAccount : ''
}

/** How to proceed with a mail that failed. */
export const mailAdvice = (mail: Pick<ListedMail, 'status' | 'kind' | 'error' | 'created_at'>): string => {
  if (mail.kind?.startsWith('auth-')) return failedMailTexts.requestNew
  if (!isRepeatable(mail)) return failedMailTexts.tooLate
  return /\b5\d\d\b/.test(mail.error ?? '') ? failedMailTexts.refused : failedMailTexts.unreachable
}
