import { claimRefundReason } from '#domain/claims/claim-texts.ts'
import type { ClaimReason } from '#domain/claims/claiming.ts'
import { formatInEnglish, type TranslatableText } from '#domain/texts/translatable-text.ts'

/** Refunds are stored with their reason in English; the reason of a claim's refund can be translated. */
export function withClaimReasons<Part extends { reason: string }>(
  parts: readonly Part[],
  claims: readonly { claim_no: number; reason: string }[],
): (Omit<Part, 'reason'> & { reason: TranslatableText })[] {
  const reasons = claims.map(({ claim_no, reason }) => claimRefundReason(claim_no, reason as ClaimReason))
  return parts.map((part) => ({
    ...part,
    reason: reasons.find((reason) => formatInEnglish(reason) === part.reason) ?? part.reason,
  }))
}
