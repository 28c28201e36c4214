import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

export const dataProtectionRefusals = {
  missing: {
    data_request_not_found: 'This request does not exist.',
    incident_not_found: 'This incident does not exist.',
  },
  conflict: {
    data_request_closed: 'This request is closed.',
    second_chief_needed: 'You have agreed already. Another chief has to confirm the erasure.',
    request_without_account: 'This request names no account. Refuse it, and enter it again with the account.',
    erasure_is_confirmed: 'An account is erased by two chiefs, under “Erase the account”.',
    erasure_blocked: 'This account cannot be erased yet.',
    file_was_taken: 'This file was downloaded, or its seven days are over. Make a new one.',
    incident_closed: 'This incident is closed.',
  },
} as const satisfies RefusalTexts
